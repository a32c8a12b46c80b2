import { lazy, Suspense } from 'react';
import type { Output } from '@contract/jobs/schemas';
import { formatBytes } from '@/lib/format';
import { Skeleton } from '@/ui/skeleton';
import type { OutputKind } from '@/shared/output-kind';
import { PictureOutput } from './picture-output';
import { TextOutput } from './text-output';
import { Unshowable } from './unshowable';
import type { Zoom } from './use-zoom';
import type { Size } from './view-model';

const JsonOutput = lazy(async () => ({ default: (await import('./json-output')).JsonOutput }));
const LatentOutput = lazy(async () => ({ default: (await import('./latent-output')).LatentOutput }));

const INERT = 'Shown as the text that it is made of: Flowdeck never runs or draws a file of this kind.';

interface OutputContentProps {
  output: Output;
  url: string | null;
  kind: OutputKind;
  zoom: Zoom;
  isInDialog: boolean;
  onLoadError: () => void;
  onSize: (size: Size) => void;
}

/** The file itself, by what it is. Nothing here ever runs it. */
export function OutputContent({ output, url, kind, zoom, isInDialog, onLoadError, onSize }: OutputContentProps) {
  if (kind === 'download') {
    return (
      <Unshowable title={output.name}>
        {output.content_type || 'A file of unknown type'}, {formatBytes(output.size_bytes)}. Flowdeck does not open
        files of this kind; download it to use it.
      </Unshowable>
    );
  }
  if (!url)
    return <div role="status" aria-label="Renewing the address" className="flex-1 animate-pulse rounded-md bg-hover" />;
  const file = { output, url, onLoadError };
  switch (kind) {
    case 'picture':
      return <PictureOutput {...file} zoom={zoom} isInDialog={isInDialog} onSize={onSize} />;
    case 'video':
      return (
        // A film that a graph made has no captions to offer.
        // oxlint-disable-next-line jsx-a11y/media-has-caption
        <video
          key={url}
          controls
          loop
          playsInline
          preload="metadata"
          src={url}
          aria-label={`Output ${output.name}`}
          className="m-auto max-h-full min-h-0 max-w-full rounded-md bg-canvas"
          onLoadedMetadata={({ currentTarget }) =>
            onSize({ width: currentTarget.videoWidth, height: currentTarget.videoHeight })
          }
          onError={onLoadError}
        />
      );
    case 'audio':
      return (
        // oxlint-disable-next-line jsx-a11y/media-has-caption
        <audio
          key={url}
          controls
          preload="metadata"
          src={url}
          aria-label={`Output ${output.name}`}
          className="m-auto w-full max-w-120"
          onError={onLoadError}
        />
      );
    case 'text':
      return <TextOutput {...file} />;
    case 'source':
      return <TextOutput {...file} notice={INERT} />;
    case 'json':
      return (
        <Suspense fallback={<Skeleton className="min-h-40 flex-1" />}>
          <JsonOutput {...file} />
        </Suspense>
      );
    case 'latent':
      return (
        <Suspense fallback={<Skeleton className="min-h-40 flex-1" />}>
          <LatentOutput {...file} />
        </Suspense>
      );
  }
}
