import { useState } from 'react';
import type { Surface } from '@/api/surface';
import { PlacedPicture } from '@/shared/viewer/placed-picture';
import { useZoom, type Zoom } from '@/shared/viewer/use-zoom';
import { useZoomKeys } from '@/shared/viewer/use-zoom-keys';
import { largestOf, type Size } from '@/shared/viewer/view-model';
import { ZoomControls } from '@/shared/viewer/zoom-controls';
import { ZoomStage } from '@/shared/viewer/zoom-stage';
import type { AnswerMedia } from '../result/answer-media';
import { mediaKind, mediaName } from '../result/media-file';
import { MediaView } from '../result/media-view';
import { useMediaFile } from '../result/use-media-file';

interface CompareMediaProps {
  surface: Surface;
  modelIds: readonly [left: string, right: string];
  left: readonly AnswerMedia[];
  right: readonly AnswerMedia[];
}

/** The first result of both. Two pictures are zoomed and moved as one. */
export function CompareMedia({ surface, modelIds, left: [left], right: [right] }: CompareMediaProps) {
  if (!left && !right) return null;
  const isPair =
    left && right && mediaKind(left.contentType) === 'picture' && mediaKind(right.contentType) === 'picture';
  if (isPair) return <PicturePair surface={surface} modelIds={modelIds} left={left} right={right} />;
  return (
    <div className="grid h-[50dvh] shrink-0 grid-cols-2 gap-px border-b border-line bg-line max-sm:h-auto max-sm:grid-cols-1">
      {[left, right].map((media, side) => (
        <div key={side === 0 ? 'left' : 'right'} className="flex min-h-40 min-w-0 flex-col bg-panel">
          {media ? (
            <MediaView surface={surface} modelId={modelIds[side] ?? ''} media={media} />
          ) : (
            <p className="m-auto text-muted">Nothing to look at</p>
          )}
        </div>
      ))}
    </div>
  );
}

interface PicturePairProps {
  surface: Surface;
  modelIds: readonly [left: string, right: string];
  left: AnswerMedia;
  right: AnswerMedia;
}

function PicturePair({ surface, modelIds, left, right }: PicturePairProps) {
  const [sizes, setSizes] = useState<Partial<Record<'Left' | 'Right', Size>>>({});
  const zoom = useZoom(largestOf([sizes.Left, sizes.Right]));
  useZoomKeys(zoom, true);
  const noteSize = (side: 'Left' | 'Right', size: Size) => setSizes((known) => ({ ...known, [side]: size }));
  return (
    <div className="flex h-[50dvh] shrink-0 flex-col border-b border-line">
      <div className="flex h-10 shrink-0 items-center justify-end px-3">
        <ZoomControls zoom={zoom} />
      </div>
      <div className="flex min-h-0 flex-1 gap-px bg-line max-sm:flex-col">
        <Side surface={surface} modelId={modelIds[0]} media={left} side="Left" zoom={zoom} onSize={noteSize} />
        <Side surface={surface} modelId={modelIds[1]} media={right} side="Right" zoom={zoom} onSize={noteSize} />
      </div>
    </div>
  );
}

interface SideProps {
  surface: Surface;
  modelId: string;
  media: AnswerMedia;
  side: 'Left' | 'Right';
  zoom: Zoom;
  onSize: (side: 'Left' | 'Right', size: Size) => void;
}

function Side({ surface, modelId, media, side, zoom, onSize }: SideProps) {
  const file = useMediaFile(surface, media);
  const name = mediaName(media, modelId, file.contentType);
  return (
    <ZoomStage
      zoom={zoom}
      isMeasured={side === 'Left'}
      label={`${side}: ${name}. Plus and minus zoom, 0 fits, 1 shows actual size, arrows move`}
      takesWheel
      className="bg-panel"
    >
      {file.problem !== null ? (
        <p className="absolute inset-0 flex items-center justify-center p-6 text-center text-muted">{file.problem}</p>
      ) : file.url === null ? null : (
        <PlacedPicture
          src={file.url}
          alt={`${side} ${name}`}
          placement={zoom.placement}
          onSize={(size) => onSize(side, size)}
        />
      )}
    </ZoomStage>
  );
}
