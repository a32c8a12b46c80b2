import { cellCount, type BatchAxis, type BatchPlan } from '@/domains/batches/batch-plan';
import { middleEllipsis } from '@/lib/middle-ellipsis';

/** Arranges the cells of a batch in lines, for the screen and for the contact sheet. Pure. */

/** Indexes of the axes that are columns and rows; `null` if the batch has fewer axes. */
export interface GridAxes {
  x: number | null;
  y: number | null;
  /** Axes that are sections, or selected. */
  others: readonly number[];
}

export type GridLine =
  | { kind: 'section'; label: string }
  | { kind: 'cells'; label: string | null; cells: readonly number[] };

export interface GridModel {
  /** Number of cells in the longest line. */
  columns: number;
  /** `null` if the cells are not in a table: each then shows its own labels. */
  columnLabels: readonly string[] | null;
  lines: readonly GridLine[];
}

export interface CellLocation {
  line: number;
  column: number;
}

/** By axis: the only shown row of it; absent or out of range shows all. */
export type PinnedRows = ReadonlyMap<number, number>;

/**
 * By default, the columns are the axis whose number of values is nearest to the columns that fit, and the rows the longest of the
 * others, which needs the fewest sections. Of equal axes it is the last, as in the order of the cells.
 * @param fitting columns that fit next to each other
 */
export function chooseAxes(
  { axes }: BatchPlan,
  wanted: { x?: number | undefined; y?: number | undefined },
  fitting: number,
): GridAxes {
  const indexes = axes.map((_, index) => index);
  const isAxis = (index: number | undefined): index is number => index !== undefined && indexes.includes(index);
  const lengthAt = (axis: number) => axes[axis]?.rows.length ?? 0;
  const x = isAxis(wanted.x)
    ? wanted.x
    : lastWithLeast(without(indexes, wanted.y), (axis) => Math.abs(Math.log(lengthAt(axis) / fitting)));
  const y =
    isAxis(wanted.y) && wanted.y !== x ? wanted.y : lastWithLeast(without(indexes, x), (axis) => -lengthAt(axis));
  if (x === null || y === null) return { x: null, y: null, others: indexes };
  return { x, y, others: indexes.filter((index) => index !== x && index !== y) };
}

function without(axes: readonly number[], excluded: number | null | undefined): number[] {
  return axes.filter((axis) => axis !== excluded);
}

/** Returns `null` if there is none. */
function lastWithLeast(axes: readonly number[], measure: (axis: number) => number): number | null {
  return axes.reduce<number | null>(
    (best, axis) => (best === null || measure(axis) <= measure(best) ? axis : best),
    null,
  );
}

/** Returns the number of a cell; the last axis is the fastest. */
export function cellAt({ axes }: BatchPlan, position: readonly number[]): number {
  return axes.reduce((cell, { rows }, index) => cell * rows.length + (position[index] ?? 0), 0);
}

/** Table of two axes; the others are sections, one below the other. */
export function tableModel(plan: BatchPlan, { x, y, others }: GridAxes, pinned: PinnedRows): GridModel {
  if (x === null || y === null) return flowModel(allCells(plan), 1);
  const rowsOf = (axis: number): readonly number[] => {
    const count = plan.axes[axis]?.rows.length ?? 0;
    const only = pinned.get(axis);
    return only !== undefined && only < count ? [only] : Array.from({ length: count }, (_, row) => row);
  };
  const columns = rowsOf(x);
  const lines: GridLine[] = [];
  for (const section of combinations(others.map(rowsOf))) {
    const free = others.flatMap((axis, at) => (rowsOf(axis).length > 1 ? [labelAt(plan, axis, section[at] ?? 0)] : []));
    if (free.length > 0) lines.push({ kind: 'section', label: free.join(' · ') });
    for (const row of rowsOf(y)) {
      const position = plan.axes.map((_, axis) => (axis === y ? row : (section[others.indexOf(axis)] ?? 0)));
      const cells = columns.map((column) => cellAt(plan, position.with(x, column)));
      lines.push({ kind: 'cells', label: rowLabel(plan.axes[y], row), cells });
    }
  }
  return { columns: columns.length, columnLabels: columns.map((row) => rowLabel(plan.axes[x], row)), lines };
}

/** Cells one after the other. */
export function flowModel(cells: readonly number[], columns: number): GridModel {
  const lines: GridLine[] = [];
  for (let from = 0; from < cells.length; from += columns) {
    lines.push({ kind: 'cells', label: null, cells: cells.slice(from, from + columns) });
  }
  return { columns: Math.min(columns, cells.length), columnLabels: null, lines };
}

/** Adds the names of the axes to the labels, for an image without headings. */
export function withAxisNames(model: GridModel, axes: { x: string; y: string }): GridModel {
  return {
    ...model,
    columnLabels: model.columnLabels?.map((label) => `${axes.x} ${label}`) ?? null,
    lines: model.lines.map((line) =>
      line.kind === 'cells' ? { ...line, label: `${axes.y} ${line.label ?? ''}` } : line,
    ),
  };
}

export function allCells(plan: BatchPlan): number[] {
  return Array.from({ length: cellCount(plan) }, (_, cell) => cell);
}

/** Returns the cells in the order of the screen. */
export function cellsOf({ lines }: GridModel): number[] {
  return lines.flatMap((line) => (line.kind === 'cells' ? line.cells : []));
}

/** Returns the location of a cell; `null` if it is not shown. */
export function locationOf({ lines }: GridModel, cell: number): CellLocation | null {
  for (const [line, found] of lines.entries()) {
    const column = found.kind === 'cells' ? found.cells.indexOf(cell) : -1;
    if (column >= 0) return { line, column };
  }
  return null;
}

export function cellIn({ lines }: GridModel, { line, column }: CellLocation): number | null {
  const found = lines[line];
  return found?.kind === 'cells' ? (found.cells[column] ?? null) : null;
}

/** Returns where a key moves to; `null` if it is not a key of the grid. At an edge it stays. */
export function nextLocation(key: string, model: GridModel, from: CellLocation): CellLocation | null {
  const isFlow = model.columnLabels === null;
  switch (key) {
    case 'ArrowRight':
      return stepAside(model, from, 1, isFlow);
    case 'ArrowLeft':
      return stepAside(model, from, -1, isFlow);
    case 'ArrowDown':
      return stepLine(model, from, 1);
    case 'ArrowUp':
      return stepLine(model, from, -1);
    case 'Home':
      return { ...from, column: 0 };
    case 'End':
      return { ...from, column: lengthOf(model, from.line) - 1 };
    case 'PageDown':
      return repeat(PAGE_LINES, from, (at) => stepLine(model, at, 1));
    case 'PageUp':
      return repeat(PAGE_LINES, from, (at) => stepLine(model, at, -1));
    default:
      return null;
  }
}

const PAGE_LINES = 4;

function stepAside(model: GridModel, from: CellLocation, step: 1 | -1, isFlow: boolean): CellLocation {
  const column = from.column + step;
  if (column >= 0 && column < lengthOf(model, from.line)) return { ...from, column };
  if (!isFlow) return from;
  const line = from.line + step;
  const length = lengthOf(model, line);
  return length === 0 ? from : { line, column: step > 0 ? 0 : length - 1 };
}

function stepLine(model: GridModel, from: CellLocation, step: 1 | -1): CellLocation {
  for (let line = from.line + step; line >= 0 && line < model.lines.length; line += step) {
    const length = lengthOf(model, line);
    // The last line may be short: down from the line above it moves to its end.
    if (length > 0) return { line, column: Math.min(from.column, length - 1) };
  }
  return from;
}

function repeat(times: number, from: CellLocation, step: (at: CellLocation) => CellLocation): CellLocation {
  let at = from;
  for (let count = 0; count < times; count += 1) at = step(at);
  return at;
}

function lengthOf({ lines }: GridModel, line: number): number {
  const found = lines[line];
  return found?.kind === 'cells' ? found.cells.length : 0;
}

function rowLabel(axis: BatchAxis | undefined, row: number): string {
  return axis?.rows[row]?.label ?? '';
}

function labelAt({ axes }: BatchPlan, axis: number, row: number): string {
  return `${axes[axis]?.label ?? ''} ${rowLabel(axes[axis], row)}`.trim();
}

/** Every combination of one element of each list, the last one fastest. */
function combinations(lists: readonly (readonly number[])[]): number[][] {
  return lists.reduce<number[][]>((found, list) => found.flatMap((one) => list.map((next) => [...one, next])), [[]]);
}

/** Parses the shown values of axes from the URL, such as `0:2,1:0`; ignores what is not valid. */
export function parsePins(text: string | undefined): PinnedRows {
  const pins = [...(text ?? '').matchAll(/(?:^|,)(\d{1,2}):(\d{1,5})(?=,|$)/g)];
  return new Map(pins.map(([, axis, row]) => [Number(axis), Number(row)]));
}

/** Returns `undefined` if all values are shown. */
export function formatPins(pins: PinnedRows): string | undefined {
  return [...pins].map(([axis, row]) => `${axis}:${row}`).join(',') || undefined;
}

/** Width of a digit in a label; most letters are narrower. */
export const LABEL_CHAR_PX = 8;
const LONG_NUMBER = /\d{8,}/g;

/**
 * Shortens the numbers in a label that exceed the width, such as seeds: broken into two lines, they read as two numbers. Start and
 * end remain, since the seeds of a range differ at their end.
 */
export function fitNumbers(label: string, width: number): string {
  return label.replaceAll(LONG_NUMBER, (digits) => middleEllipsis(digits, Math.floor(width / LABEL_CHAR_PX)));
}
