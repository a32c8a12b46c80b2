import type { Preview } from '@/api/live/overlay';
import { formatDuration } from '@/lib/format';
import { useNow } from '@/lib/hooks/use-now';
import { PreviewImage } from '@/shared/files/preview-image';
import { PreviewBadge } from '@/shared/viewer/preview-badge';
import { previewSetting } from '@/shared/viewer/preview-setting';

const AGE_STEP_MS = 200;

/** Latest preview of the running job, with its age. */
export function LivePreview({ preview }: { preview: Preview }) {
  return (
    <div className="relative flex min-h-0 flex-1 items-center justify-center p-4 md:p-5">
      <PreviewImage
        preview={preview}
        alt="Live preview of the running job"
        className="absolute inset-4 size-[calc(100%-32px)] object-contain"
      />
      <PreviewBadge className="top-4 left-4">
        preview · <PreviewAge at={preview.at} />
      </PreviewBadge>
    </div>
  );
}

/** Shows the age of a monotonic timestamp. */
function PreviewAge({ at }: { at: number }) {
  const now = useNow(AGE_STEP_MS);
  const age = Math.max(0, now - (performance.timeOrigin + at));
  return <span>{age < AGE_STEP_MS ? 'now' : `${formatDuration(Math.floor(age / 100) * 100)} ago`}</span>;
}

/** Button to turn previews on again, shown if there is one. */
export function PreviewsAreOff() {
  return (
    <p className="flex shrink-0 items-center gap-2 px-4 pt-2 text-sm text-muted md:px-5">
      Live previews are off.
      <button
        type="button"
        className="rounded font-medium text-accent hover:underline"
        onClick={() => previewSetting.set(true)}
      >
        Show them
      </button>
    </p>
  );
}
