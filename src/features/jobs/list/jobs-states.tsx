import { t } from '@/lib/i18n/messages';
import { Skeleton } from '@/ui/skeleton';
import { ROW_LAYOUT } from './row-layout';

/** Loading state of the job list. Its empty states are in `jobs-empty-state.tsx`, its error state in `jobs-failed.tsx`. */

const SKELETON_ROWS = 8;

export function JobsLoading() {
  return (
    <div role="status" aria-label={t('Loading jobs')} className="flex-1 overflow-hidden md:pt-8">
      {Array.from({ length: SKELETON_ROWS }, (_, index) => (
        <div key={index} className={ROW_LAYOUT}>
          <div className="contents md:flex md:min-w-0 md:items-center md:gap-3">
            <Skeleton className="size-11 shrink-0 rounded-md compact:size-7" />
            <div className="flex flex-1 flex-col gap-2">
              <Skeleton className="h-3 w-3/5 max-w-60" />
              <Skeleton className="h-2.5 w-16 md:compact:hidden" />
            </div>
          </div>
          <Skeleton className="h-5 w-20 rounded-full max-md:justify-self-end" />
          <Skeleton className="h-2.5 w-2/3 max-md:col-span-2 max-md:row-start-2" />
          <Skeleton className="h-2.5 w-10 justify-self-end max-md:hidden" />
          <Skeleton className="h-2.5 w-12 justify-self-end max-md:hidden" />
        </div>
      ))}
    </div>
  );
}
