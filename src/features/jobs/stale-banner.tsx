import type { Liveness } from '@/api/jobs/liveness';
import { formatDuration } from '@/lib/format';
import { useNow } from '@/lib/use-now';

/** Above data that is kept on screen though newer could not be had. */
export function StaleBanner({ liveness, onRetry }: { liveness: Liveness; onRetry: () => void }) {
  const now = useNow(1000);
  if (liveness.kind !== 'unreachable' || liveness.since === null) return null;
  return (
    <div
      role="alert"
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-bad-soft px-4 py-2 md:px-5"
    >
      <span className="font-semibold text-bad">The surface does not answer.</span>
      <span className="text-text">
        What you see is {formatDuration(Math.floor(Math.max(0, now - liveness.since) / 1000) * 1000)} old. Jobs go on or
        wait without this page.
      </span>
      <button type="button" className="ml-auto font-semibold text-accent hover:underline" onClick={onRetry}>
        Try now
      </button>
    </div>
  );
}
