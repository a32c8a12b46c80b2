import { useState } from 'react';
import type { Output } from '@contract/jobs/schemas';
import { MAX_CLOSED_BYTES } from '@/domains/assets/closed-content-query';
import type { Surface } from '@/api/surface';
import { formatBytes } from '@/lib/format';
import { msg, t } from '@/lib/i18n/messages';
import { UnsupportedFile } from '@/shared/viewer/unsupported-file';
import { Button } from '@/ui/button';
import { dragSource } from '@/shared/drop/drag-source';
import { formatOutputSize } from '@/shared/files/output-size';
import { LazySceneView } from '@/shared/viewer/scene/lazy-scene-view';
import { ImageView } from '@/shared/viewer/image-view';
import { AudioPlayer, VideoPlayer } from '@/shared/viewer/players';
import type { Size } from '@/shared/viewer/view-model';
import { Skeleton } from '@/ui/skeleton';
import { lazyPart } from '@/ui/lazy-part';
import { useMediaUrl, type MediaUrl } from '@/domains/jobs/file-url';
import { isMedia, outputKind, type OutputKind } from '@/shared/files/output-kind';
import { useZoom, type Zoom } from '@/shared/viewer/use-zoom';
import { useZoomKeys } from '@/shared/viewer/use-zoom-keys';
import { BlockedFile, useIsBlocked } from './blocked-file';
import { readWhole } from './read-content';
import { TextOutput } from './text-output';
import { LatentOutput } from './latent-output';

const JsonOutput = lazyPart(async () => (await import('./json-output')).JsonOutput, {
  fallback: <Skeleton className="min-h-40 flex-1" />,
});

const INERT = msg('Shown as source. Flowdeck does not render this file type.');

interface OutputContentProps {
  surface: Surface;
  output: Output;
  /** URL for an element of the page; `null` while pending. */
  url: string | null;
  /** URL of the file on its server. */
  address: string | null;
  kind: OutputKind;
  zoom: Zoom;
  /** The wheel zooms an image without a modifier; off if the wheel must scroll the page. */
  takesWheel: boolean;
  onLoadError: () => void;
  onReadError: () => void;
  onSize: (size: Size) => void;
}

/** Viewer for the file, chosen by its type. It never executes the file. */
export function OutputContent({
  surface,
  output,
  url,
  address,
  kind,
  zoom,
  takesWheel,
  onLoadError,
  onReadError,
  onSize,
}: OutputContentProps) {
  if (kind === 'download') {
    return (
      <UnsupportedFile title={output.name}>
        {output.content_type || t('A file of unknown type')}, {formatOutputSize(output)}.{' '}
        {t('Flowdeck does not open files of this kind; download it to use it.')}
      </UnsupportedFile>
    );
  }
  const source = isMedia(kind) ? url : address;
  if (!source) {
    const label = address ? t('Loading the file') : t('Renewing the address');
    return <div role="status" aria-label={label} className="flex-1 animate-pulse rounded-md bg-hover" />;
  }
  const file = { surface, output, url: source, onLoadError: onReadError };
  switch (kind) {
    case 'image':
      return (
        <ImageView
          name={output.name}
          url={source}
          zoom={zoom}
          takesWheel={takesWheel}
          drag={dragSource(surface, { ...output, url: address ?? output.url })}
          onSize={onSize}
          onLoadError={onLoadError}
        />
      );
    case 'video':
      return <VideoPlayer name={output.name} url={source} onSize={onSize} onLoadError={onLoadError} />;
    case 'audio':
      return <AudioPlayer name={output.name} url={source} onLoadError={onLoadError} />;
    case 'text':
      return <TextOutput {...file} />;
    case 'source':
      return <TextOutput {...file} notice={t(INERT)} />;
    case 'json':
      return <JsonOutput {...file} />;
    case 'scene':
      return (
        <LazySceneView
          name={output.name}
          contentType={output.content_type}
          sizeBytes={output.size_bytes}
          fileKey={source}
          failureKey={`output/${output.id}/${output.name}`}
          read={(signal) => readWhole(surface, source, signal)}
          onLoadError={onReadError}
        />
      );
    case 'latent':
      return <LatentOutput {...file} />;
  }
}

interface OutputMedia {
  kind: OutputKind;
  media: MediaUrl;
  zoom: Zoom;
  /** Natural size of an image or a video; `null` until it is loaded. */
  size: Size | null;
  setSize: (size: Size) => void;
  /** `1216 × 832 · 1.4 MB` */
  details: string;
}

/** State of the large view of one output, which its bar and its content share. */
export function useOutputMedia(surface: Surface, output: Output, isInDialog: boolean): OutputMedia {
  const kind = outputKind(output);
  const media = useMediaUrl(surface, output, isMedia(kind));
  const [size, setSize] = useState<Size | null>(null);
  const zoom = useZoom(kind === 'image' && media.problem === null ? size : null);
  useZoomKeys(zoom, isInDialog);
  const details = [size ? `${size.width} × ${size.height}` : null, formatOutputSize(output)].filter(Boolean);
  return { kind, media, zoom, size, setSize, details: details.join(' · ') };
}

interface OutputBodyProps {
  surface: Surface;
  output: Output;
  shown: OutputMedia;
  /** The wheel zooms an image without a modifier; off if the wheel must scroll the page. */
  takesWheel: boolean;
}

/** Content of one output in a column, or why it cannot be shown. */
export function OutputBody({ surface, output, shown, takesWheel }: OutputBodyProps) {
  const { kind, zoom, setSize } = shown;
  const { url, address, problem, onLoadError, onReadError, retry } = shown.media;
  const isBlocked = useIsBlocked(output.url);
  return problem === 'gone' ? (
    <UnsupportedFile title={t('The file is gone')}>{t('This file no longer exists on the server.')}</UnsupportedFile>
  ) : problem === 'removed' ? (
    <UnsupportedFile title={t('Removed to keep the storage limit')}>
      {t(
        '{name} removes its oldest outputs while it stores more than its limit. The job and its workflow are still there: run it again to create the file.',
        { name: surface.name },
      )}
    </UnsupportedFile>
  ) : problem === 'too-large' ? (
    <UnsupportedFile title={t('Too large for a preview')}>
      {t(
        '{name} does not sign its file URLs, so the page has to load all of a file to show it. This one is larger than {size}; download it to use it.',
        { name: surface.name, size: formatBytes(MAX_CLOSED_BYTES) },
      )}
    </UnsupportedFile>
  ) : problem === 'unloadable' && isBlocked ? (
    <BlockedFile surface={surface} url={output.url} />
  ) : problem === 'unloadable' ? (
    <UnsupportedFile title={t('Preview failed')} action={<Button onClick={retry}>{t('Try again')}</Button>}>
      {output.content_type
        ? t('The server is unreachable, or this browser cannot display {type}. The file itself is unchanged.', {
            type: output.content_type,
          })
        : t('The server is unreachable, or this browser cannot display this file type. The file itself is unchanged.')}
    </UnsupportedFile>
  ) : (
    <OutputContent
      surface={surface}
      output={output}
      url={url}
      address={address}
      kind={kind}
      zoom={zoom}
      takesWheel={takesWheel}
      onLoadError={onLoadError}
      onReadError={onReadError}
      onSize={setSize}
    />
  );
}
