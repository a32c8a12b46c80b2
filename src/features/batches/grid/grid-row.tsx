import type { VirtualItem } from '@tanstack/react-virtual';
import { memo, type ReactNode } from 'react';
import type { GridLine } from './grid-model';

interface GridRowProps {
  line: Extract<GridLine, { kind: 'cells' }>;
  /** Position among all rows, from 1. */
  rowIndex: number;
  top: number;
  height: number;
  width: number | string;
  /** Name of the axis of the rows; `null` without a table. */
  axis: string | null;
  headerWidth: number;
  /** The visible columns. */
  columns: readonly VirtualItem[];
  side: number;
  /** The cell that Tab focuses; `null` if it is in another row. */
  tabStop: number | null;
  renderCell: (cell: number, isTabStop: boolean) => ReactNode;
}

/** One line of cells. Memoized, since scrolling adds a row while all others stay. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { line, rowIndex, top, height, width, axis, headerWidth, columns, side, tabStop, renderCell } = props;
  return (
    <div role="row" aria-rowindex={rowIndex} className="absolute left-0" style={{ top, height, width }}>
      {axis === null ? null : (
        <span
          role="rowheader"
          aria-colindex={1}
          title={`${axis} ${line.label ?? ''}`.trim()}
          className="sticky left-0 z-10 flex h-full items-center bg-canvas pr-2 pl-4 text-sm text-muted"
          style={{ width: headerWidth }}
        >
          <span className="line-clamp-3 wrap-anywhere">{line.label}</span>
        </span>
      )}
      {columns.map(({ index, start }) => {
        const cell = line.cells[index];
        return cell === undefined ? null : (
          <div
            key={cell}
            role="gridcell"
            aria-colindex={index + (axis === null ? 1 : 2)}
            className="absolute top-0"
            style={{ left: start, width: side }}
          >
            {renderCell(cell, cell === tabStop)}
          </div>
        );
      })}
    </div>
  );
});
