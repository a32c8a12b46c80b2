import { formatCount, formatInteger } from '@/lib/format';
import { Button } from '@/ui/button';
import { Spinner } from '@/ui/spinner';
import type { OlderState } from './server-list';

/** With fewer rows, it is obvious that these are all. */
const MIN_COUNT_FOR_FOOTER = 20;

interface ListFooterProps {
  count: number;
  searchedCount: number | null;
  olderState: OlderState;
  isCutOff: boolean;
  onLoadOlder: () => void;
}

/** Footer of the list: loads older jobs, or reports that there are none. */
export function ListFooter({ count, searchedCount, olderState, isCutOff, onLoadOlder }: ListFooterProps) {
  return (
    <div
      className="flex min-h-14 flex-wrap items-center justify-center gap-3 px-4 text-sm text-muted"
      aria-live="polite"
    >
      {searchedCount === null ? null : `${formatCount(searchedCount, 'loaded job')} searched.`}
      {olderState === 'loading' ? (
        <>
          <Spinner /> Loading older jobs
        </>
      ) : null}
      {olderState === 'failed' ? (
        <>
          Could not load older jobs.
          <Button size="sm" onClick={onLoadOlder}>
            Try again
          </Button>
        </>
      ) : null}
      {olderState === 'more' ? (
        <Button size="sm" tone="ghost" onClick={onLoadOlder}>
          {searchedCount === null ? 'Show older jobs' : 'Search older jobs'}
        </Button>
      ) : null}
      {olderState === 'end' && searchedCount === null
        ? isCutOff
          ? `Newest ${formatInteger(count)} jobs. Older jobs are not available on this server.`
          : count > MIN_COUNT_FOR_FOOTER
            ? `All ${formatInteger(count)} jobs`
            : null
        : null}
    </div>
  );
}
