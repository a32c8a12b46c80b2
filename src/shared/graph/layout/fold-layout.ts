import { GAP_X, GAP_Y, NODE_WIDTH, type GraphLayout } from './layout-size';
import { fitCamera, type Size } from '../viewport';

/** The text of nodes is 12 to 13 px high at zoom 1; below this zoom it is hard to read. */
export const READABLE_ZOOM = 0.75;
/** Minimum gain in zoom: a smaller one does not make up for the links that run back to the left. */
const MIN_GAIN = 1.2;
/** Gap between two rows; the links from one row to the next run in it. */
const ROW_GAP = 2 * GAP_Y + 12;
/** Column limit: larger graphs do not fit the view anyway and open at one part. */
const MAX_COLUMNS = 150;

/** The row of each node of a folded layout, and the gaps in which links between rows run. */
export interface Folding {
  rowOf: Int32Array;
  /** The middle of the gap below each row. */
  corridors: readonly number[];
}

export interface FoldedLayout extends GraphLayout {
  folding?: Folding;
}

/**
 * Wraps a layout that is too long for the view into rows, like lines of text, if that makes its nodes larger. Uses the fewest rows
 * that make the text readable, otherwise the number of rows that makes it largest.
 */
export function foldLayout(layout: GraphLayout, heights: readonly number[], view: Size): FoldedLayout {
  const columns = columnsOf(layout);
  const straight = zoomOf(layout, view);
  if (straight >= READABLE_ZOOM || columns.length < 2 || columns.length > MAX_COLUMNS) return layout;
  let best: { zoom: number; folded: FoldedLayout } | null = null;
  for (let rows = 2; rows <= columns.length; rows += 1) {
    const perRow = Math.ceil(columns.length / rows);
    const folded = foldedInto(layout, heights, columns, perRow);
    const zoom = zoomOf(folded, view);
    if (!best || zoom > best.zoom) best = { zoom, folded };
    if (zoom >= READABLE_ZOOM) break;
  }
  return best && best.zoom >= straight * MIN_GAIN ? best.folded : layout;
}

const zoomOf = (graph: Size, view: Size) => fitCamera(graph, view, 0).zoom;

/** Nodes by column, from left to right. Layouts place all nodes of a column at one x. */
function columnsOf({ x }: GraphLayout): number[][] {
  const byX = new Map<number, number[]>();
  for (const [node, at] of x.entries()) {
    const key = Math.round(at);
    const column = byX.get(key);
    if (column) column.push(node);
    else byX.set(key, [node]);
  }
  return [...byX].sort(([a], [b]) => a - b).map(([, nodes]) => nodes);
}

function foldedInto(
  layout: GraphLayout,
  heights: readonly number[],
  columns: readonly (readonly number[])[],
  perRow: number,
): FoldedLayout {
  const x = new Float64Array(layout.x.length);
  const y = new Float64Array(layout.y.length);
  const rowOf = new Int32Array(layout.x.length);
  const corridors: number[] = [];
  /** How far each column moved. */
  const moves: { from: number; x: number; y: number }[] = [];
  let top = 0;
  for (let first = 0, row = 0; first < columns.length; first += perRow, row += 1) {
    const inRow = columns.slice(first, first + perRow);
    const nodes = inRow.flat();
    const upper = Math.min(...nodes.map((node) => layout.y[node] ?? 0));
    const lower = Math.max(...nodes.map((node) => (layout.y[node] ?? 0) + (heights[node] ?? 0)));
    for (const [column, properties] of inRow.entries()) {
      const from = layout.x[properties[0] ?? 0] ?? 0;
      moves.push({ from, x: column * (NODE_WIDTH + GAP_X) - from, y: top - upper });
      for (const node of properties) {
        x[node] = column * (NODE_WIDTH + GAP_X);
        y[node] = (layout.y[node] ?? 0) - upper + top;
        rowOf[node] = row;
      }
    }
    const bottom = top + lower - upper;
    corridors.push(bottom + ROW_GAP / 2);
    top = bottom + ROW_GAP;
  }
  const width = Math.min(perRow, columns.length) * (NODE_WIDTH + GAP_X) - GAP_X;
  const passes = layout.passes.map((points) => moved(points, moves));
  return { x, y, width, height: top - ROW_GAP, passes, folding: { rowOf, corridors } };
}

/** Moves the points at which a link passes columns together with those columns; only links within one row use them. */
function moved(points: readonly number[], moves: readonly { from: number; x: number; y: number }[]): number[] {
  const next: number[] = [];
  for (let at = 0; at + 1 < points.length; at += 2) {
    const x = points[at] ?? 0;
    const column = moves.findLast(({ from }) => from <= x);
    next.push(x + (column?.x ?? 0), (points[at + 1] ?? 0) + (column?.y ?? 0));
  }
  return next;
}
