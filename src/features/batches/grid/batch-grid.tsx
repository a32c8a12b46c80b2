import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useRef, useState, memo, type KeyboardEvent, type ReactNode } from 'react';
import { t } from '@/lib/i18n/messages';
import { mayActOnKey } from '@/lib/keyboard/character-shortcuts';
import { focusCell, focusedCell } from './focused-cell';
import { CAPTION_HEIGHT, GAP, HEAD_HEIGHT, PADDING } from './grid-layout';
import { cellIn, fitNumbers, locationOf, nextLocation, type GridLine, type GridModel } from './grid-model';

const SECTION_HEIGHT = 40;
const OVERSCAN_LINES = 2;
const OVERSCAN_COLUMNS = 1;

interface BatchGridProps {
  label: string;
  model: GridModel;
  /** Labels of the axes of rows and columns; `null` without a table. */
  axisLabels: { x: string; y: string } | null;
  side: number;
  /** Width of the row labels; 0 without a table. */
  labelWidth: number;
  /** Cell to scroll to, such as that of the large view; `null` if none. */
  revealed: number | null;
  renderCell: (cell: number, isTabStop: boolean) => ReactNode;
}

/** Cells in lines, with sticky labels of both axes; only the visible ones are rendered (decision 090). */
export function BatchGrid({ label, model, axisLabels, side, labelWidth, revealed, renderCell }: BatchGridProps) {
  const scrollRef = useRef<HTMLDivElement>(null);
  const { lines, columns, columnLabels } = model;
  const isTable = columnLabels !== null;
  const headHeight = isTable ? HEAD_HEIGHT : 0;
  const rowAxis = axisLabels?.y ?? '';
  const cellHeight = side + (isTable ? 0 : CAPTION_HEIGHT);
  const left = PADDING + labelWidth;

  // Not flushed on each scroll event: the rows that come next are rendered already (`OVERSCAN_LINES`).
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoized: it draws on every scroll.
  const rowVirtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scrollRef.current,
    estimateSize: (line) => (lines[line]?.kind === 'section' ? SECTION_HEIGHT : cellHeight + GAP),
    paddingStart: headHeight + (isTable ? GAP : PADDING),
    paddingEnd: PADDING,
    scrollPaddingStart: headHeight + GAP,
    overscan: OVERSCAN_LINES,
    useFlushSync: false,
  });
  const columnVirtualizer = useVirtualizer({
    horizontal: true,
    count: columns,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => side + GAP,
    paddingStart: left,
    paddingEnd: PADDING,
    scrollPaddingStart: left,
    overscan: OVERSCAN_COLUMNS,
    useFlushSync: false,
  });
  useEffect(() => {
    rowVirtualizer.measure();
    columnVirtualizer.measure();
  }, [rowVirtualizer, columnVirtualizer, side, model, left]);

  const reveal = useEffectEvent((cell: number) => {
    const location = locationOf(model, cell);
    if (!location) return;
    rowVirtualizer.scrollToIndex(location.line);
    if (isTable) columnVirtualizer.scrollToIndex(location.column);
  });
  useEffect(() => {
    if (revealed !== null) reveal(revealed);
  }, [revealed]);

  const rows = rowVirtualizer.getVirtualItems();
  const shownColumns = columnVirtualizer.getVirtualItems();
  const width = columnVirtualizer.getTotalSize();
  const [lastFocused, setLastFocused] = useState<number | null>(null);
  const tabStop = findTabStop(model, rows, shownColumns, lastFocused);

  const onKeyDown = (event: KeyboardEvent) => {
    if (!mayActOnKey(event.nativeEvent)) return;
    const cell = focusedCell();
    const from = cell === null ? null : locationOf(model, cell);
    const to = from && nextLocation(event.key, model, from);
    const next = to && cellIn(model, to);
    if (!to || next === null) return;
    rowVirtualizer.scrollToIndex(to.line);
    if (isTable) columnVirtualizer.scrollToIndex(to.column);
    focusCell(next);
    event.preventDefault();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- one of its cells takes the focus
    <div
      ref={scrollRef}
      role="grid"
      aria-label={label}
      aria-rowcount={lines.length + (isTable ? 1 : 0)}
      aria-colcount={columns + (isTable ? 1 : 0)}
      className="min-h-0 flex-1 overflow-auto overscroll-contain [scrollbar-gutter:stable]"
      style={{ scrollPaddingTop: headHeight + GAP, scrollPaddingLeft: left }}
      onKeyDown={onKeyDown}
      onFocus={() => setLastFocused(focusedCell())}
    >
      <div className="relative" style={{ height: rowVirtualizer.getTotalSize(), width: isTable ? width : undefined }}>
        {columnLabels && axisLabels ? (
          <div
            role="row"
            aria-rowindex={1}
            className="sticky top-0 z-20 border-b border-line bg-canvas text-sm text-muted"
            style={{ height: HEAD_HEIGHT, width }}
          >
            <span
              role="columnheader"
              aria-colindex={1}
              title={t('{y} down, {x} across', { y: axisLabels.y, x: axisLabels.x })}
              className="sticky left-0 z-1 flex h-full items-center bg-canvas pr-2 pl-4 text-xs text-faint"
              style={{ width: left - GAP }}
            >
              <span className="truncate">{axisLabels.y} ↓</span>
            </span>
            {shownColumns.map(({ index, start }) => (
              <span
                key={index}
                role="columnheader"
                aria-colindex={index + 2}
                title={`${axisLabels.x} ${columnLabels[index]}`}
                className="absolute top-0 flex h-full items-center justify-center"
                style={{ left: start, width: side }}
              >
                <span className="truncate">{fitNumbers(columnLabels[index] ?? '', side)}</span>
              </span>
            ))}
          </div>
        ) : null}
        {rows.map(({ index, start }) => {
          const line = lines[index];
          if (!line) return null;
          const place = { top: start, width: isTable ? width : '100%' };
          if (line.kind === 'section') {
            return (
              <div
                key={index}
                role="row"
                aria-rowindex={index + 2}
                className="absolute left-0 flex items-end pb-2"
                style={{ ...place, height: SECTION_HEIGHT }}
              >
                <span
                  role="rowheader"
                  aria-colindex={1}
                  className="sticky left-0 max-w-dvw truncate px-4 font-semibold"
                >
                  {line.label}
                </span>
              </div>
            );
          }
          return (
            <GridRow
              key={index}
              line={line}
              rowIndex={index + (isTable ? 2 : 1)}
              top={start}
              height={cellHeight}
              width={place.width}
              axis={isTable ? rowAxis : null}
              headerWidth={left - GAP}
              columns={shownColumns}
              side={side}
              tabStop={tabStop !== null && line.cells.includes(tabStop) ? tabStop : null}
              renderCell={renderCell}
            />
          );
        })}
      </div>
    </div>
  );
}

/** Returns the cell that Tab focuses: the last focused one if it is rendered, otherwise the first rendered one. */
function findTabStop(
  model: GridModel,
  rows: readonly { index: number }[],
  columns: readonly { index: number }[],
  lastFocused: number | null,
): number | null {
  const shown = rows.flatMap(({ index }) => {
    const line = model.lines[index];
    return line?.kind === 'cells' ? columns.flatMap(({ index: column }) => line.cells[column] ?? []) : [];
  });
  return lastFocused !== null && shown.includes(lastFocused) ? lastFocused : (shown[0] ?? null);
}

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
const GridRow = memo(function GridRow(props: GridRowProps) {
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
