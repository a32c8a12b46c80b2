import { useCallback, useMemo, useRef, useLayoutEffect, type RefObject } from 'react';
import type { JobSort } from '@contract/console/job-sorts';
import { useMediaQuery } from '@/lib/hooks/use-media-query';
import { RowBoundary } from '@/ui/row-boundary';
import { CARD_HEIGHTS, JobRow, ROW_HEIGHTS } from './job-row';
import type { ListRow } from '../job/list-row';
import { readersOf, useShownRows } from './batch-rows';
import { ListHead } from './list-head';
import { useSelection } from '../selection/selection-store';
import type { ServerList } from './server-list';
import { columnTracks } from './job-columns';
import { useListView } from '../view/list-view';
import { BatchGroupRow, BulkBar, RowKeys, VirtualRows, WallRows, WallTile } from './lazy-parts';
import { ListFooter } from './list-footer';

interface JobsListProps {
  /** Of all servers, merged. */
  rows: readonly ListRow[];
  lists: readonly ServerList[];
  /** A different key identifies another list, which starts at its first row. */
  listKey: string;
  /** Whether the rows name their server. */
  hasServers: boolean;
  /** Whether the next page of a server can be loaded. */
  hasMore: boolean;
  onLoadOlder: () => void;
  isFiltered: boolean;
  /** Whether words are searched: batches with matches are open. */
  isSearch: boolean;
  /** Number of jobs that match the filter, loaded or not; `null` if unknown. */
  matchCount: number | null;
  sort: JobSort;
  onSort: (sort: JobSort) => void;
}

/** Virtualized list of the jobs of one or more servers. */
export function JobsList({
  rows,
  lists,
  listKey,
  hasServers,
  hasMore,
  onLoadOlder,
  isFiltered,
  isSearch,
  matchCount,
  sort,
  onSort,
}: JobsListProps) {
  const scrollRef = useRef<HTMLDivElement>(null);
  const isChoosing = useSelection(({ selection }) => selection.ids.size > 0);
  const isCard = !useMediaQuery('(min-width: 840px)');
  const { layout, density, columns } = useListView();
  const isWall = layout === 'wall';
  const tracks = useMemo(() => columnTracks(columns, hasServers), [columns, hasServers]);
  const rowHeight = (isCard ? CARD_HEIGHTS : ROW_HEIGHTS)[density];
  const [alone = null] = lists.length === 1 ? lists : [];
  // With few matches, the number of rows does not tell how far back to search: the user decides.
  const loadsItself = hasMore && (alone?.searchedCount ?? null) === null;
  const onNearEnd = useCallback(() => {
    if (loadsItself) onLoadOlder();
  }, [loadsItself, onLoadOlder]);

  const shown = useShownRows(rows, isSearch);
  useScrollAnchor(scrollRef, shown, isWall ? Infinity : rowHeight);
  const renderRow = (index: number) => {
    const { job, batch, cellTitle } = shown[index] ?? {};
    if (job) {
      return (
        <RowBoundary name={job.fetched.job.id} record={job.fetched}>
          <JobRow
            rowId={job.id}
            surface={job.surface}
            fetched={job.fetched}
            isCard={isCard}
            hasServer={hasServers}
            cellTitle={cellTitle}
            isInBatch={batch !== null}
          />
        </RowBoundary>
      );
    }
    return batch ? <BatchGroupRow batch={batch} isCard={isCard} hasServers={hasServers} /> : null;
  };
  const renderTile = (index: number) => {
    const row = shown[index];
    return row ? <WallTile row={row} hasServer={hasServers} /> : null;
  };
  const rowsProps = {
    scrollRef,
    rows: shown,
    count: shown.length,
    ...readersOf(shown),
    rest: alone?.rest ?? null,
    onNearEnd,
  };
  return (
    <>
      {isChoosing ? (
        <BulkBar rows={rows} lists={lists} hasServers={hasServers} matchCount={matchCount} />
      ) : isWall ? null : (
        <ListHead columns={columns} tracks={tracks} sort={sort} onSort={onSort} hasServers={hasServers} />
      )}
      <RowKeys rows={rows} />
      <div key={listKey} ref={scrollRef} style={tracks} className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        {isWall ? (
          <WallRows {...rowsProps} renderTile={renderTile} />
        ) : (
          <VirtualRows {...rowsProps} rowHeight={rowHeight} renderRow={renderRow} />
        )}
        <ListFooter
          count={rows.length}
          lists={lists}
          isFiltered={isFiltered}
          hasMore={hasMore}
          onLoadOlder={onLoadOlder}
        />
      </div>
    </>
  );
}

/**
 * Keeps the first visible row in place while rows of a slow server are inserted above it. At the top of the list, new
 * rows push the others down, as in the list of one server.
 */
function useScrollAnchor(
  scrollRef: RefObject<HTMLElement | null>,
  rows: readonly { id: string }[],
  rowHeight: number,
): void {
  const before = useRef(rows);
  // Before the paint: otherwise, the rows would visibly jump.
  useLayoutEffect(() => {
    const known = before.current;
    before.current = rows;
    const element = scrollRef.current;
    if (!element || known === rows || element.scrollTop < rowHeight) return;
    const index = Math.floor(element.scrollTop / rowHeight);
    const id = known[index]?.id;
    if (id === undefined || rows[index]?.id === id) return;
    const now = rows.findIndex((row) => row.id === id);
    if (now >= 0) element.scrollTop += (now - index) * rowHeight;
  }, [scrollRef, rows, rowHeight]);
}
