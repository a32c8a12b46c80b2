import { useCallback, useMemo, useRef } from 'react';
import type { JobSort } from '@contract/console/job-sorts';
import type { FetchedJob } from '@/api/live/merge-job';
import type { Surface } from '@/api/surface';
import { formatCount } from '@/lib/format';
import { useMediaQuery } from '@/lib/hooks/use-media-query';
import { RowBoundary } from '@/ui/row-boundary';
import { CARD_HEIGHTS, JobRow, ROW_HEIGHTS } from './job-row';
import { rowsOf } from '../job/list-row';
import { readersOf, useShownRows } from './batch-rows';
import { ListHead } from './list-head';
import type { ListContinuation } from '../job/list-context';
import { useSelection } from '../selection/selection-store';
import type { OlderState } from './server-list';
import { columnTracks, useListView } from '../view/list-view';
import { BatchGroupRow, BulkBar, BulkKeys, VirtualRows } from './lazy-parts';
import { ListFooter } from './list-footer';

interface JobsListProps {
  surface: Surface;
  /** A different key identifies another list, which starts at its first row. */
  listKey?: string;
  rows: readonly FetchedJob[];
  onCancel: (fetched: FetchedJob) => void;
  /** Whether there are rows beyond those loaded; if absent, the rows are complete. */
  olderState?: OlderState;
  /** Continuation of the list after its rows; `null` at its end. */
  rest?: ListContinuation | null;
  onLoadOlder?: () => void;
  /** Whether older jobs exist that the surface does not list. */
  isCutOff?: boolean;
  /** Number of jobs searched locally if the surface cannot search or sort; otherwise `null`. */
  searchedCount?: number | null;
  /** Whether the filter hides jobs. */
  isFiltered?: boolean;
  /** Whether words are searched: batches with matches are open. */
  isSearch?: boolean;
  /** Number of jobs that match the filter, loaded or not; `null` if unknown. */
  matchCount?: number | null;
  sort?: JobSort;
  /** Absent if the rows have a fixed order. */
  onSort?: (sort: JobSort) => void;
}

const nothing = () => {};

export function JobsList({
  surface,
  listKey = '',
  rows,
  onCancel,
  olderState = 'end',
  rest = null,
  onLoadOlder = nothing,
  isCutOff = false,
  searchedCount = null,
  isFiltered = false,
  isSearch = false,
  matchCount = null,
  sort = 'newest',
  onSort,
}: JobsListProps) {
  const scrollRef = useRef<HTMLDivElement>(null);
  const isChoosing = useSelection(({ selection }) => selection.ids.size > 0);
  const isCard = !useMediaQuery('(min-width: 840px)');
  const { density, columns } = useListView();
  const tracks = useMemo(() => columnTracks(columns), [columns]);
  const rowHeight = (isCard ? CARD_HEIGHTS : ROW_HEIGHTS)[density];
  const onNearEnd = useCallback(() => {
    // With few matches, the number of rows does not tell how far back to search: the user decides.
    if (olderState === 'more' && searchedCount === null) onLoadOlder();
  }, [olderState, onLoadOlder, searchedCount]);

  const shown = useShownRows(
    useMemo(() => rowsOf(surface, rows), [surface, rows]),
    isSearch,
  );
  const renderRow = (index: number) => {
    const { job, batch, cellTitle } = shown[index] ?? {};
    if (job) {
      return (
        <RowBoundary name={job.id} record={job.fetched}>
          <JobRow
            surface={surface}
            fetched={job.fetched}
            isCard={isCard}
            onCancel={onCancel}
            cellTitle={cellTitle}
            isInBatch={batch !== null}
          />
        </RowBoundary>
      );
    }
    return batch ? <BatchGroupRow batch={batch} isCard={isCard} /> : null;
  };
  const head = <ListHead columns={columns} tracks={tracks} sort={sort} onSort={onSort} />;
  return (
    <>
      {searchedCount !== null && sort !== 'newest' && (olderState !== 'end' || isCutOff) ? (
        <p role="status" className="shrink-0 border-b border-line px-5 py-1.5 text-sm text-muted">
          This server cannot sort. Only the {formatCount(searchedCount, 'loaded job')}{' '}
          {searchedCount === 1 ? 'is' : 'are'} in this order.
        </p>
      ) : null}
      {isChoosing ? (
        <BulkBar surface={surface} rows={rows} rest={searchedCount === null ? rest : null} matchCount={matchCount} />
      ) : (
        head
      )}
      <BulkKeys surface={surface} rows={rows} />
      <div key={listKey} ref={scrollRef} style={tracks} className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        <VirtualRows
          scrollRef={scrollRef}
          count={shown.length}
          rowHeight={rowHeight}
          {...readersOf(shown)}
          renderRow={renderRow}
          rest={rest}
          onNearEnd={onNearEnd}
        />
        <ListFooter
          count={rows.length}
          searchedCount={isFiltered ? searchedCount : null}
          olderState={olderState}
          isCutOff={isCutOff}
          onLoadOlder={onLoadOlder}
        />
      </div>
    </>
  );
}
