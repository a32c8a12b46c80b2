import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { useRef } from 'react';

/** Rows outside the visible part that exist as well. */
const OVERSCAN = 6;

interface VirtualListOptions {
  count: number;
  /** Height of a row in pixels. */
  heightOf: (index: number) => number;
  /** Identity of a row; absent: its index, so that other data updates the rows in place. */
  keyOf?: (index: number) => string | number;
  overscan?: number;
  /** First scroll position, in pixels. */
  initialOffset?: number;
  /** Whether rows can be higher than `heightOf`, as their text wraps. */
  isMeasured?: boolean;
}

/**
 * Plain vertical list of which only the rows near the visible part exist. Lists with several rows beside each other,
 * the job list, whose rows and tiles are one list, and the log, which follows its end, use the virtualizer themselves.
 */
export function useVirtualList({
  count,
  heightOf,
  keyOf,
  overscan = OVERSCAN,
  initialOffset,
  isMeasured = false,
}: VirtualListOptions) {
  const scroller = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoized: the list renders on every scroll.
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: heightOf,
    overscan,
    ...(keyOf && { getItemKey: keyOf }),
    ...(initialOffset !== undefined && { initialOffset }),
  });
  return {
    /** Of the element that scrolls. */
    scroller,
    /** Of the element around the rows, which is the origin of their positions. */
    listStyle: { height: virtualizer.getTotalSize() },
    rows: virtualizer.getVirtualItems(),
    /** Of a row, at the top of the list by its own styles. */
    rowProps: ({ index, start, size }: VirtualItem) => ({
      ref: isMeasured ? virtualizer.measureElement : undefined,
      'data-index': index,
      'aria-setsize': count,
      'aria-posinset': index + 1,
      style: { height: isMeasured ? undefined : size, transform: `translateY(${start}px)` },
    }),
    /** Always the same function. */
    scrollToRow: virtualizer.scrollToIndex,
  };
}
