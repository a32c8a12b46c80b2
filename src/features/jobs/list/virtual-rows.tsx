import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, type ReactNode, type RefObject } from 'react';
import { listOrder, type ListContinuation } from '../job/list-context';
import { classNames } from '@/lib/class-names';
import type { ShownRow } from './batch-rows';
import { ComparedRows } from './compared-rows';
import { wallShape, type WallShape } from './wall-shape';
import { RowCheckbox } from '../selection/row-checkbox';
import { useSelectionKeys } from '../selection/use-selection-keys';
import { t } from '@/lib/i18n/messages';
import { useRowKeys } from '@/shared/page/use-row-navigation';
import { useElementSize } from '@/lib/hooks/use-element-size';

export interface VirtualRowsProps {
  scrollRef: RefObject<HTMLDivElement | null>;
  /** Of the whole list. */
  rows: readonly ShownRow[];
  count: number;
  rowHeight: number;
  /** Tiles beside each other; absent: rows of the whole width. */
  wall?: WallShape;
  /** Id of the row. */
  keyOf: (index: number) => string;
  /** Ids of the jobs that the row stands for. */
  jobsOf: (index: number) => readonly string[];
  /** Title of the row. */
  nameOf: (index: number) => string;
  renderRow: (index: number) => ReactNode;
  /** Continuation of the list after its rows. */
  rest: ListContinuation | null;
  /** Called when the last rows are near the viewport. */
  onNearEnd: () => void;
}

const OVERSCAN = 8;
const OVERSCAN_LINES = 2;
const NEAR_END = 20;

/** Renders only the visible rows, and handles the row keys. */
export function VirtualRows({
  scrollRef,
  rows,
  count,
  rowHeight,
  wall,
  keyOf,
  jobsOf,
  nameOf,
  renderRow,
  rest,
  onNearEnd,
}: VirtualRowsProps) {
  const columns = wall?.columns ?? 1;
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoized: it re-renders on every scroll.
  const virtualizer = useVirtualizer({
    count: Math.ceil(count / columns),
    getScrollElement: () => scrollRef.current,
    estimateSize: () => rowHeight,
    getItemKey: (line) => keyOf(line * columns),
    overscan: wall ? OVERSCAN_LINES : OVERSCAN,
  });
  const items = virtualizer.getVirtualItems();
  const lastIndex = ((items.at(-1)?.index ?? 0) + 1) * columns - 1;

  const indexes = () => Array.from({ length: count }, (_, index) => index);
  // The jobs of an open batch are rows, too.
  const orderOf = () => [...new Set(indexes().flatMap(jobsOf))];
  const shownOf = () => indexes().map(keyOf);
  useSelectionKeys({ columns, shownOf, jobsOf: (id) => jobsOf(shownOf().indexOf(id)), orderOf });
  const leave = useEffectEvent(() => listOrder.set({ ids: orderOf(), rest }));
  useEffect(() => () => leave(), []);
  const onKeyDown = useRowKeys({
    idAt: keyOf,
    count,
    columns,
    scrollToRow: (index) => virtualizer.scrollToIndex(Math.floor(index / columns)),
  });

  // Subscribes to the scroll position, which only the virtualizer knows.
  useEffect(() => {
    if (lastIndex >= count - NEAR_END) onNearEnd();
  }, [lastIndex, count, onNearEnd]);

  useEffect(() => {
    virtualizer.measure();
  }, [virtualizer, rowHeight]);

  const places = items.flatMap((item) =>
    Array.from({ length: Math.min(columns, count - item.index * columns) }, (_, column) => ({
      index: item.index * columns + column,
      left: column * (wall?.step ?? 0),
      item,
    })),
  );
  return (
    <ComparedRows rows={rows}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys of the links and buttons in it */}
      <ul
        aria-label={t('Jobs')}
        className="relative"
        style={{ height: virtualizer.getTotalSize() }}
        onKeyDown={wall ? onKeyDown : undefined}
      >
        {places.map(({ index, left, item }) => (
          <li
            key={keyOf(index)}
            aria-setsize={count}
            aria-posinset={index + 1}
            data-row
            className={classNames(
              'group/row absolute top-0 left-0 has-checked:bg-accent-soft',
              wall ? 'rounded-lg has-checked:outline-2 has-checked:outline-accent' : 'w-full',
            )}
            style={{
              width: wall?.side,
              height: wall ? item.size - (wall.step - wall.side) : item.size,
              transform: `translate(${left}px, ${item.start}px)`,
            }}
          >
            {renderRow(index)}
            <RowCheckbox ids={jobsOf(index)} name={nameOf(index)} orderOf={orderOf} isTile={wall !== undefined} />
          </li>
        ))}
      </ul>
    </ComparedRows>
  );
}

export interface WallRowsProps extends Omit<VirtualRowsProps, 'rowHeight' | 'wall' | 'renderRow'> {
  renderTile: (index: number) => ReactNode;
}

/** The rows of the list as tiles of a wall, as many beside each other as fit. */
export function WallRows({ renderTile, ...rest }: WallRowsProps) {
  const { ref, size } = useElementSize();
  const shape = size && wallShape(size.width);
  return (
    <div className="px-3 pt-3 md:px-5 md:pt-4">
      <div ref={ref}>
        {shape ? <VirtualRows {...rest} renderRow={renderTile} rowHeight={shape.rowHeight} wall={shape} /> : null}
      </div>
    </div>
  );
}
