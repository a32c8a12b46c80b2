import { useState } from 'react';
import type { Surface } from '@/api/surface';
import { classNames } from '@/lib/class-names';
import { PlacedImage } from '@/shared/viewer/placed-image';
import { useZoom, type Zoom } from '@/shared/viewer/use-zoom';
import { useZoomKeys } from '@/shared/viewer/use-zoom-keys';
import { largestOf, type Size } from '@/shared/viewer/view-model';
import { ZoomControls } from '@/shared/viewer/zoom-controls';
import { ZoomViewport } from '@/shared/viewer/zoom-viewport';
import { Spinner } from '@/ui/spinner';
import type { OutputMedia } from '../result/parse/output-media';
import type { FoundText } from '../result/parse/find-text';
import { ResponseTexts } from '../result/response-texts';
import { mediaKind, mediaName } from '../result/media-file';
import { MediaView } from '../result/media-view';
import { useMediaFile } from '../result/use-result-file';
import { COMPARE_COLUMNS } from './compare-columns';

interface ComparedRun {
  id: string;
  /** Surface on which the model ran. */
  surface: Surface;
  modelId: string;
  /** The first result; `undefined` if there is none. */
  media: OutputMedia | undefined;
  texts: readonly FoundText[];
  /** Whether the result may still arrive. */
  isPending: boolean;
}

interface CompareMediaProps {
  runs: readonly ComparedRun[];
}

/** The first file of each result, or else its text. If all are images, they zoom and pan together. */
export function CompareMedia({ runs }: CompareMediaProps) {
  if (runs.every(({ media, texts, isPending }) => media === undefined && texts.length === 0 && !isPending)) return null;
  if (runs.every(isImage)) return <Images runs={runs} />;
  return (
    <div
      className={classNames(
        'grid h-[50dvh] shrink-0 gap-px border-b border-line bg-line max-sm:h-auto max-sm:grid-cols-1',
        COMPARE_COLUMNS[runs.length],
      )}
    >
      {runs.map(({ id, surface, modelId, media, texts, isPending }) => (
        <div key={id} className="flex min-h-40 min-w-0 flex-col bg-panel">
          {media ? (
            <MediaView surface={surface} modelId={modelId} media={media} />
          ) : texts.length > 0 ? (
            <ResponseTexts texts={texts} isCaption={false} />
          ) : (
            <p className="m-auto text-muted">{isPending ? <Spinner /> : 'No media or text in this result'}</p>
          )}
        </div>
      ))}
    </div>
  );
}

type ImageRun = ComparedRun & { media: OutputMedia };

function isImage(run: ComparedRun): run is ImageRun {
  return run.media !== undefined && mediaKind(run.media.contentType) === 'image';
}

function Images({ runs }: { runs: readonly ImageRun[] }) {
  const [sizes, setSizes] = useState<Readonly<Record<string, Size>>>({});
  const zoom = useZoom(largestOf(Object.values(sizes)));
  useZoomKeys(zoom, true);
  return (
    <div
      className={classNames(
        'flex shrink-0 flex-col border-b border-line',
        runs.length > 2 ? 'h-[50dvh] max-sm:h-[120dvh]' : 'h-[50dvh]',
      )}
    >
      <div className="flex h-10 shrink-0 items-center justify-end px-3">
        <ZoomControls zoom={zoom} />
      </div>
      <div className="flex min-h-0 flex-1 gap-px bg-line max-sm:flex-col">
        {runs.map((run, index) => (
          <Side
            key={run.id}
            run={run}
            place={runs.length > 2 ? `Image ${index + 1}` : index === 0 ? 'Left' : 'Right'}
            isMeasured={index === 0}
            zoom={zoom}
            onSize={(size) => setSizes((known) => ({ ...known, [run.id]: size }))}
          />
        ))}
      </div>
    </div>
  );
}

interface SideProps {
  run: ImageRun;
  place: string;
  isMeasured: boolean;
  zoom: Zoom;
  onSize: (size: Size) => void;
}

function Side({ run: { surface, modelId, media }, place, isMeasured, zoom, onSize }: SideProps) {
  const file = useMediaFile(surface, media);
  const name = mediaName(media, modelId, file.contentType);
  return (
    <ZoomViewport
      zoom={zoom}
      isMeasured={isMeasured}
      label={`${place}: ${name}. Plus and minus zoom, Z fits or shows actual size, arrows move`}
      takesWheel
      className="bg-panel"
    >
      {file.problem !== null ? (
        <p className="absolute inset-0 flex items-center justify-center p-6 text-center text-muted">{file.problem}</p>
      ) : file.url === null ? null : (
        <PlacedImage src={file.url} alt={`${place} ${name}`} placement={zoom.placement} onSize={onSize} />
      )}
    </ZoomViewport>
  );
}
