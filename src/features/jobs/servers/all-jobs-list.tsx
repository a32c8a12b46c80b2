import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';
import type { JobSort } from '@contract/console/job-sorts';
import type { FetchedJob } from '@/api/live/merge-job';
import { formatInteger } from '@/lib/format';
import { useMediaQuery } from '@/lib/hooks/use-media-query';
import { Button } from '@/ui/button';
import { RowBoundary } from '@/ui/row-boundary';
import { Spinner } from '@/ui/spinner';
import { cancelWithToast } from '../job/cancel-with-toast';
import { BatchGroupRow } from '../list/batch-group-row';
import { readersOf, useShownRows } from '../list/batch-rows';
import { CARD_HEIGHTS, JobRow, ROW_HEIGHTS } from '../list/job-row';
import { ListHead } from '../list/list-head';
import { serverRowId, type ListRow } from '../job/list-row';
import { RowKeys } from '../bulk/bulk-keys';
import { useSelection } from '../selection/selection-store';
import { columnTracks, useListView } from '../view/list-view';
import { VirtualRows } from '../list/virtual-rows';
import type { ServerList } from '../list/server-list';
import { useScrollAnchor } from '../list/use-scroll-anchor';
import { SelectMatching } from '../selection/select-matching';
import { SelectionBar } from '../bulk/bulk-bar';

interface AllJobsListProps {
  rows: readonly ListRow[];
  lists: readonly ServerList[];
  /** Jobs that match the filter, loaded or not; `null` if a server does not count. */
  matchCount: number | null;
  /** Whether older jobs can be loaded. */
  hasMore: boolean;
  onLoadOlder: () => void;
  /** Whether words are searched. */
  isSearch: boolean;
  sort: JobSort;
  onSort: (sort: JobSort) => void;
}

/** Virtualized list of the jobs of several servers. */
export function AllJobsList({
  rows,
  lists,
  matchCount,
  hasMore,
  onLoadOlder,
  isSearch,
  sort,
  onSort,
}: AllJobsListProps) {
  const scrollRef = useRef<HTMLDivElement>(null);
  const isChoosing = useSelection(({ selection }) => selection.ids.size > 0);
  const isCard = !useMediaQuery('(min-width: 840px)');
  const { density, columns } = useListView();
  const tracks = useMemo(() => columnTracks(columns, true), [columns]);
  const rowHeight = (isCard ? CARD_HEIGHTS : ROW_HEIGHTS)[density];
  const shown = useShownRows(rows, isSearch);
  useScrollAnchor(scrollRef, shown, rowHeight);

  const head = <ListHead columns={columns} tracks={tracks} sort={sort} onSort={onSort} hasServers />;
  const renderRow = (index: number) => {
    const { job, batch, cellTitle } = shown[index] ?? {};
    if (job) {
      return (
        <RowBoundary name={job.fetched.job.id} record={job.fetched}>
          <ServerRow row={job} isCard={isCard} cellTitle={cellTitle} isInBatch={batch !== null} />
        </RowBoundary>
      );
    }
    return batch ? <BatchGroupRow batch={batch} isCard={isCard} hasServers /> : null;
  };
  return (
    <>
      {isChoosing ? (
        <SelectionBar rows={rows}>
          <SelectAllMatching rows={rows} lists={lists} matchCount={matchCount} />
        </SelectionBar>
      ) : (
        head
      )}
      <RowKeys rows={rows} />
      <div ref={scrollRef} style={tracks} className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        <VirtualRows
          scrollRef={scrollRef}
          count={shown.length}
          rowHeight={rowHeight}
          {...readersOf(shown)}
          renderRow={renderRow}
          rest={null}
          onNearEnd={onLoadOlder}
        />
        <AllJobsEnd count={rows.length} lists={lists} hasMore={hasMore} onLoadOlder={onLoadOlder} />
      </div>
    </>
  );
}

interface ServerRowProps {
  row: ListRow;
  isCard: boolean;
  cellTitle: string | undefined;
  isInBatch: boolean;
}

function ServerRow({ row: { id, surface, fetched }, ...rest }: ServerRowProps) {
  const client = useQueryClient();
  const onCancel = useCallback(({ job }: FetchedJob) => void cancelWithToast(client, surface, job), [client, surface]);
  return <JobRow surface={surface} fetched={fetched} onCancel={onCancel} serverRowId={id} {...rest} />;
}

/** Includes jobs of all servers that are not loaded yet. */
function SelectAllMatching({ rows, lists, matchCount }: Pick<AllJobsListProps, 'rows' | 'lists' | 'matchCount'>) {
  if (lists.every(({ loadAll }) => loadAll === null)) return null;
  const load = async (signal: AbortSignal) => {
    const ids = await Promise.all(
      lists.map(async ({ surface, rows: loaded, loadAll }) => {
        const own = loadAll ? await loadAll(signal) : loaded.map(({ job }) => job.id);
        return own.map((id) => serverRowId(surface.id, id));
      }),
    );
    return ids.flat();
  };
  return <SelectMatching load={load} loadedCount={rows.length} matchCount={matchCount} />;
}

/** With fewer rows, it is obvious that these are all. */
const MIN_COUNT_FOR_FOOTER = 20;

function AllJobsEnd({
  count,
  lists,
  hasMore,
  onLoadOlder,
}: Pick<AllJobsListProps, 'lists' | 'hasMore' | 'onLoadOlder'> & { count: number }) {
  const isLoading = lists.some(({ olderState }) => olderState === 'loading');
  const isWhole = lists.every(({ state, olderState, error }) => state === 'listed' && olderState === 'end' && !error);
  const cut = lists.filter(({ isCutOff }) => isCutOff).map(({ surface }) => surface.name);
  return (
    <div
      className="flex min-h-14 flex-wrap items-center justify-center gap-3 px-4 text-sm text-muted"
      aria-live="polite"
    >
      {isLoading ? (
        <>
          <Spinner /> Loading older jobs
        </>
      ) : hasMore ? (
        <Button size="sm" tone="ghost" onClick={onLoadOlder}>
          Show older jobs
        </Button>
      ) : cut.length > 0 ? (
        `Older jobs are not available on ${cut.join(', ')}.`
      ) : isWhole && count > MIN_COUNT_FOR_FOOTER ? (
        `All ${formatInteger(count)} jobs`
      ) : null}
    </div>
  );
}
