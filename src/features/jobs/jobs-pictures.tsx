import { ReadFailed } from '@/shared/read-failed';
import { Skeleton } from '@/ui/skeleton';

/** The pictures of a list that is on its way, failed, or out of reach. Those of a list without rows are in `no-rows.tsx`. */

const SKELETON_ROWS = 8;

export function JobsLoading() {
  return (
    <div role="status" aria-label="Loading jobs" className="flex-1 overflow-hidden md:pt-8">
      {Array.from({ length: SKELETON_ROWS }, (_, index) => (
        <div
          key={index}
          className="flex h-24 items-center gap-3 border-b border-line px-4 md:h-15 md:px-5 max-md:compact:h-19 md:compact:h-10"
        >
          <Skeleton className="size-11 rounded-md compact:size-7" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-3 w-2/5 max-w-60" />
            <Skeleton className="h-2.5 w-16 md:compact:hidden" />
          </div>
          <Skeleton className="h-5 w-20 rounded-full" />
          <Skeleton className="h-2.5 w-1/4 max-md:hidden" />
        </div>
      ))}
    </div>
  );
}

export function JobsFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <ReadFailed
      error={error}
      title="Could not load jobs"
      untouched="the jobs"
      away="Submitted jobs are saved on the server. Retrying automatically."
      onRetry={onRetry}
    />
  );
}
