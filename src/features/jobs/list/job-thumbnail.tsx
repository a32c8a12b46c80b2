import { Workflow } from 'lucide-react';
import type { Output } from '@contract/jobs/schemas';
import { THUMB_NODE, THUMB_ROW } from '@/domains/jobs/thumbnail-url';
import type { Preview } from '@/api/live/merge-job';
import type { Surface } from '@/api/surface';
import { classNames } from '@/lib/class-names';
import { useThrottledValue } from '@/lib/hooks/use-throttled-value';
import { dragSource } from '@/shared/drop/drag-source';
import { kindIcons } from '@/shared/files/kind-icon';
import { outputKind } from '@/shared/files/output-kind';
import { StoredImage } from '@/shared/files/stored-image';
import { PreviewImage } from '@/shared/files/preview-image';

const FRAME = 'flex shrink-0 items-center justify-center overflow-hidden bg-hover text-faint';
const SIZES = {
  row: 'size-11 rounded-md compact:size-7 [&_svg]:size-4',
  wall: 'aspect-square w-full [&_svg]:size-8',
};

interface JobThumbnailProps {
  surface: Surface;
  /** Output that represents the job; see `firstShowable`. */
  output: Output | null;
  preview: Preview | null;
  /** Whether it is a picture of the wall. */
  isLarge?: boolean;
}

/** Newest image of a job: its live preview, else its first image, else an icon for its kind of output. */
export function JobThumbnail({ surface, output, preview, isLarge = false }: JobThumbnailProps) {
  const frame = classNames(FRAME, SIZES[isLarge ? 'wall' : 'row']);
  if (preview) return <PreviewThumbnail preview={preview} frame={frame} />;
  if (!output)
    return (
      <div className={frame}>
        <Workflow aria-hidden />
      </div>
    );
  const kind = outputKind(output);
  return (
    <div className={frame} {...dragSource(surface, output)}>
      {kind === 'image' ? (
        <StoredImage
          key={output.id}
          surface={surface}
          source={output}
          side={isLarge ? THUMB_NODE : THUMB_ROW}
          className="object-cover"
        >
          {kindIcons.image}
        </StoredImage>
      ) : (
        kindIcons[kind]
      )}
    </div>
  );
}

/** At this size, one frame per second is enough, and it halves the cost of thirty rows. */
const PREVIEW_EVERY_MS = 1000;

function PreviewThumbnail({ preview, frame }: { preview: Preview; frame: string }) {
  const paced = useThrottledValue(preview, PREVIEW_EVERY_MS);
  return (
    <div className={frame}>
      <PreviewImage preview={paced} alt="" className="size-full object-cover" />
    </div>
  );
}
