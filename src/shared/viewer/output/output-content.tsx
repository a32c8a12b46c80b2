import type { Output } from '@contract/jobs/schemas';
import type { Surface } from '@/api/surface';
import { dragSource } from '@/shared/drop/drag-source';
import { formatOutputSize } from '@/shared/files/output-size';
import { isMedia, type OutputKind } from '@/shared/files/output-kind';
import { LazySceneView } from '@/shared/viewer/scene/lazy-scene-view';
import { ImageView } from '@/shared/viewer/image-view';
import { AudioPlayer, VideoPlayer } from '@/shared/viewer/players';
import { UnsupportedFile } from '@/shared/viewer/unsupported-file';
import type { Zoom } from '@/shared/viewer/use-zoom';
import type { Size } from '@/shared/viewer/view-model';
import { Skeleton } from '@/ui/skeleton';
import { readWhole } from './read-content';
import { TextOutput } from './text-output';
import { LatentOutput } from './latent-output';
import { lazyPart } from '@/ui/lazy-part';

const JsonOutput = lazyPart(async () => (await import('./json-output')).JsonOutput, {
  fallback: <Skeleton className="min-h-40 flex-1" />,
});

const INERT = 'Shown as source. Flowdeck does not render this file type.';

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
        {output.content_type || 'A file of unknown type'}, {formatOutputSize(output)}. Flowdeck does not open files of
        this kind; download it to use it.
      </UnsupportedFile>
    );
  }
  const source = isMedia(kind) ? url : address;
  if (!source) {
    const label = address ? 'Loading the file' : 'Renewing the address';
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
      return <TextOutput {...file} notice={INERT} />;
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
