import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, type ReactNode, type RefObject } from 'react';
import { listOrder, type ListContinuation } from '../job/list-context';
import { RowCheckbox } from '../selection/row-checkbox';
import { useSelectionKeys } from '../selection/use-selection-keys';
import { useRowKeys } from '@/shared/page/use-row-navigation';

export interface VirtualRowsProps {
  scrollRef: RefObject<HTMLDivElement | null>;
  count: number;
  rowHeight: number;
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
const NEAR_END = 20;

/** Renders only the visible rows, and handles the row keys. */
export function VirtualRows({
  scrollRef,
  count,
  rowHeight,
  keyOf,
  jobsOf,
  nameOf,
  renderRow,
  rest,
  onNearEnd,
}: VirtualRowsProps) {
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoized: it re-renders on every scroll.
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => rowHeight,
    getItemKey: keyOf,
    overscan: OVERSCAN,
  });
  const items = virtualizer.getVirtualItems();
  const lastIndex = items.at(-1)?.index ?? 0;

  const indexes = () => Array.from({ length: count }, (_, index) => index);
  // The jobs of an open batch are rows, too.
  const orderOf = () => [...new Set(indexes().flatMap(jobsOf))];
  const shownOf = () => indexes().map(keyOf);
  useSelectionKeys({ shownOf, jobsOf: (id) => jobsOf(shownOf().indexOf(id)), orderOf });
  const leave = useEffectEvent(() => listOrder.set({ ids: orderOf(), rest }));
  useEffect(() => () => leave(), []);
  useRowKeys({ idAt: keyOf, count, scrollToRow: (index) => virtualizer.scrollToIndex(index) });

  // Subscribes to the scroll position, which only the virtualizer knows.
  useEffect(() => {
    if (lastIndex >= count - NEAR_END) onNearEnd();
  }, [lastIndex, count, onNearEnd]);

  useEffect(() => {
    virtualizer.measure();
  }, [virtualizer, rowHeight]);

  return (
    <ul aria-label="Jobs" className="relative" style={{ height: virtualizer.getTotalSize() }}>
      {items.map((item) => (
        <li
          key={item.key}
          aria-setsize={count}
          aria-posinset={item.index + 1}
          data-row
          className="group/row absolute inset-x-0 top-0 has-checked:bg-accent-soft"
          style={{ height: item.size, transform: `translateY(${item.start}px)` }}
        >
          {renderRow(item.index)}
          <RowCheckbox ids={jobsOf(item.index)} name={nameOf(item.index)} orderOf={orderOf} />
        </li>
      ))}
    </ul>
  );
}
