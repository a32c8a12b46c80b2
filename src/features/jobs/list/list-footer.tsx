import { formatInteger } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';
import { Spinner } from '@/ui/spinner';
import type { ServerList } from './server-list';

/** With fewer rows, it is obvious that these are all. */
const MIN_COUNT_FOR_FOOTER = 20;

interface ListFooterProps {
  count: number;
  lists: readonly ServerList[];
  isFiltered: boolean;
  hasMore: boolean;
  onLoadOlder: () => void;
}

/** Footer of the list: loads older jobs, or reports that there are none. */
export function ListFooter({ count, lists, isFiltered, hasMore, onLoadOlder }: ListFooterProps) {
  // Those of several servers are in the notices above the list.
  const [alone = null] = lists.length === 1 ? lists : [];
  const searchedCount = isFiltered ? (alone?.searchedCount ?? null) : null;
  const isLoading = lists.some(({ olderState }) => olderState === 'loading');
  return (
    <div
      className="flex min-h-14 flex-wrap items-center justify-center gap-3 px-4 text-sm text-muted"
      aria-live="polite"
    >
      {searchedCount === null
        ? null
        : t('{count, plural, one {# loaded job searched.} other {# loaded jobs searched.}}', { count: searchedCount })}
      {isLoading ? (
        <>
          <Spinner /> {t('Loading older jobs')}
        </>
      ) : alone?.olderState === 'failed' ? (
        <>
          {t('Could not load older jobs.')}
          <Button size="sm" onClick={alone.loadOlder}>
            {t('Try again')}
          </Button>
        </>
      ) : hasMore ? (
        <Button size="sm" tone="ghost" onClick={onLoadOlder}>
          {searchedCount === null ? t('Show older jobs') : t('Search older jobs')}
        </Button>
      ) : searchedCount === null ? (
        endText(count, lists)
      ) : null}
    </div>
  );
}

function endText(count: number, lists: readonly ServerList[]): string | null {
  const cut = lists.filter(({ isCutOff }) => isCutOff).map(({ surface }) => surface.name);
  if (cut.length > 0 && lists.length === 1) {
    return t('Newest {count} jobs. Older jobs are not available on this server.', { count: formatInteger(count) });
  }
  if (cut.length > 0) return t('Older jobs are not available on {servers}.', { servers: cut.join(', ') });
  const isWhole = lists.every(({ state, olderState, error }) => state === 'listed' && olderState === 'end' && !error);
  return isWhole && count > MIN_COUNT_FOR_FOOTER ? t('All {count} jobs', { count: formatInteger(count) }) : null;
}
