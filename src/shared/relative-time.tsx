import { formatAge, formatDateTime, formatDuration } from '@/lib/format';
import { useNow } from '@/lib/hooks/use-now';

const MINUTE_MS = 60_000;
const SLOW_STEP_MS = 15_000;
const RUN_STEP_MS = 1000;

/** `5 min ago`; the absolute time is formatted on hover only, since date formatting would delay the first screen. */
export function Age({ at, className }: { at: number | null; className?: string }) {
  const slow = useNow(SLOW_STEP_MS);
  const isRecent = at !== null && slow - at < MINUTE_MS;
  const now = useNow(isRecent ? RUN_STEP_MS : SLOW_STEP_MS);
  if (at === null) return null;
  return (
    <time
      dateTime={new Date(at).toISOString()}
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = formatDateTime(at);
      }}
      className={className}
    >
      {formatAge(at, Math.max(at, now))}
    </time>
  );
}

/** Time since a timestamp, updated live. */
export function Elapsed({ since }: { since: number }) {
  const now = useNow(RUN_STEP_MS);
  return <>{formatDuration(Math.max(0, now - since))}</>;
}
