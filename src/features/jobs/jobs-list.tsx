import { lazy, Suspense, useCallback, useEffect, useMemo, useRef } from 'react';
import type { JobSort } from '@contract/console/job-sorts';
import type { FetchedJob } from '@/api/live/merge-job';
import type { Surface } from '@/api/surface';
import { formatCount } from '@/lib/format';
import { afterPaint } from '@/lib/after-paint';
import { lazyPart } from '@/lib/lazy-part';
import { useMediaQuery } from '@/lib/use-media-query';
import { whenIdle } from '@/lib/when-idle';
import { RowBoundary } from '@/ui/row-boundary';
import { CARD_HEIGHTS, JobRow, ROW_HEIGHTS } from './job-row';
import { jobTitle } from './job-title';
import { ListHead } from './list-head';
import type { ListRest } from './list-context';
import { useSelection } from './selection/selection-store';
import type { OlderState } from './use-job-list';
import { columnTracks, useListView } from './view/list-view';
import type { VirtualRowsProps } from './virtual-rows';

/**
 * The first screen is drawn without it, and the whole list where its code does not come: a gateway that is away takes no
 * rows along.
 */
const VirtualRows = lazy(async () => {
  await afterPaint();
  return {
    default: await import('./virtual-rows').then(
      (module) => module.VirtualRows,
      () => PlainRows,
    ),
  };
});

const loadBulkBar = async () => (await import('./selection/bulk-bar')).BulkBar;
const BulkBar = lazyPart(loadBulkBar);
const BulkKeys = lazyPart(async () => (await import('./selection/bulk-keys')).BulkKeys);
const ListEnd = lazyPart(async () => (await import('./list-footer')).ListEnd);

function PlainRows({ count, keyOf, renderRow }: Pick<VirtualRowsProps, 'count' | 'keyOf' | 'renderRow'>) {
  return (
    <ul aria-label="Jobs">
      {Array.from({ length: count }, (_, index) => (
        <li key={keyOf(index)}>{renderRow(index)}</li>
      ))}
    </ul>
  );
}

interface JobsListProps {
  surface: Surface;
  /** Another one is another list: it starts at its first row. */
  listKey?: string;
  rows: readonly FetchedJob[];
  onCancel: (reading: FetchedJob) => void;
  /** What stands behind the rows; without it they are all that there is. */
  olderState?: OlderState;
  /** Where the list goes on behind the rows; null at its end. */
  rest?: ListRest | null;
  onLoadOlder?: () => void;
  /** Older jobs exist that the surface does not list. */
  isCutOff?: boolean;
  /** How many jobs were searched here, if the surface cannot search or sort; else null. */
  searchedCount?: number | null;
  /** The filter hides jobs. */
  isNarrowed?: boolean;
  /** Jobs that match the filter, loaded or not; null where nobody counts. */
  matchCount?: number | null;
  sort?: JobSort;
  /** Absent: the rows have one order. */
  onSort?: (sort: JobSort) => void;
}

const BULK_WITHIN_MS = 2000;
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
  isNarrowed = false,
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
  // The first selection shows it at once.
  useEffect(() => void whenIdle(BULK_WITHIN_MS).then(loadBulkBar).catch(nothing), []);
  const onNearEnd = useCallback(() => {
    // What few rows match says nothing about how far back to look: that is for the user to say.
    if (olderState === 'more' && searchedCount === null) onLoadOlder();
  }, [olderState, onLoadOlder, searchedCount]);

  const renderRow = (index: number) => {
    const reading = rows[index];
    return reading ? (
      <RowBoundary name={reading.job.id} record={reading}>
        <JobRow surface={surface} reading={reading} isCard={isCard} onCancel={onCancel} />
      </RowBoundary>
    ) : null;
  };
  const keyOf = (index: number) => rows[index]?.job.id ?? String(index);
  const nameOf = (index: number) => (rows[index] ? jobTitle(rows[index].job) : '');
  // As many as a window shows: what is drawn first should be drawn soon.
  const firstCount = Math.min(rows.length, Math.ceil(innerHeight / rowHeight));
  const firstRows = <PlainRows count={firstCount} keyOf={keyOf} renderRow={renderRow} />;
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
        <Suspense fallback={head}>
          <BulkBar surface={surface} rows={rows} rest={searchedCount === null ? rest : null} matchCount={matchCount} />
        </Suspense>
      ) : (
        head
      )}
      <Suspense>
        <BulkKeys surface={surface} rows={rows} />
      </Suspense>
      <div key={listKey} ref={scrollRef} style={tracks} className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        <Suspense fallback={firstRows}>
          <VirtualRows
            scrollRef={scrollRef}
            count={rows.length}
            rowHeight={rowHeight}
            keyOf={keyOf}
            nameOf={nameOf}
            renderRow={renderRow}
            rest={rest}
            onNearEnd={onNearEnd}
          />
        </Suspense>
        <Suspense>
          <ListEnd
            count={rows.length}
            searchedCount={isNarrowed ? searchedCount : null}
            olderState={olderState}
            isCutOff={isCutOff}
            onLoadOlder={onLoadOlder}
          />
        </Suspense>
      </div>
    </>
  );
}
