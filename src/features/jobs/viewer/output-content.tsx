import { lazy, Suspense } from 'react';
import type { Output } from '@contract/jobs/schemas';
import { formatOutputSize } from '@/shared/output-size';
import { useMediaQuery } from '@/lib/use-media-query';
import type { OutputKind } from '@/shared/output-kind';
import { LazySceneView } from '@/shared/viewer/scene/lazy-scene-view';
import { PictureView } from '@/shared/viewer/picture-view';
import { AudioPlayer, VideoPlayer } from '@/shared/viewer/players';
import { Unshowable } from '@/shared/viewer/unshowable';
import type { Zoom } from '@/shared/viewer/use-zoom';
import type { Size } from '@/shared/viewer/view-model';
import { Skeleton } from '@/ui/skeleton';
import { WIDE } from '../wide';
import { readWhole } from './read-content';
import { TextOutput } from './text-output';

const JsonOutput = lazy(async () => ({ default: (await import('./json-output')).JsonOutput }));
const LatentOutput = lazy(async () => ({ default: (await import('./latent-output')).LatentOutput }));

const INERT = 'Shown as source. Flowdeck does not render this file type.';

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
  const isWide = useMediaQuery(WIDE);
  if (kind === 'download') {
    return (
      <Unshowable title={output.name}>
        {output.content_type || 'A file of unknown type'}, {formatOutputSize(output)}. Flowdeck does not open files of
        this kind; download it to use it.
      </Unshowable>
    );
  }
  if (!url)
    return <div role="status" aria-label="Renewing the address" className="flex-1 animate-pulse rounded-md bg-hover" />;
  const file = { output, url, onLoadError };
  switch (kind) {
    case 'picture':
      return (
        <PictureView
          name={output.name}
          url={url}
          zoom={zoom}
          takesWheel={isInDialog || isWide}
          onSize={onSize}
          onLoadError={onLoadError}
        />
      );
    case 'video':
      return <VideoPlayer name={output.name} url={url} onSize={onSize} onLoadError={onLoadError} />;
    case 'audio':
      return <AudioPlayer name={output.name} url={url} onLoadError={onLoadError} />;
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
    case 'scene':
      return (
        <LazySceneView
          name={output.name}
          contentType={output.content_type}
          sizeBytes={output.size_bytes}
          fileKey={url}
          failureKey={`output/${output.id}/${output.name}`}
          read={(signal) => readWhole(url, signal)}
          onLoadError={onLoadError}
        />
      );
    case 'latent':
      return (
        <Suspense fallback={<Skeleton className="min-h-40 flex-1" />}>
          <LatentOutput {...file} />
        </Suspense>
      );
  }
}
