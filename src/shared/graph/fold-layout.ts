import { GAP_X, GAP_Y, NODE_WIDTH, type GraphLayout } from './layout-size';
import { fitCamera, type Size } from './viewport';

/** Text of nodes is 12 to 13 px high at zoom 1: from here on it is read without effort. */
export const READABLE_ZOOM = 0.75;
/** A fold that brings less than this is not worth its links back to the left. */
const MIN_GAIN = 1.2;
/** Between two rows; the links from one to the next run in it. */
const ROW_GAP = 2 * GAP_Y + 12;
/** As long as a screen has columns: what is larger opens on a part anyway. */
const MAX_COLUMNS = 150;

/** Which row each node of a folded layout stands in, and where the links between rows run. */
export interface Folding {
  rowOf: Int32Array;
  /** For each row the middle of the gap below it. */
  corridors: readonly number[];
}

export interface FoldedLayout extends GraphLayout {
  folding?: Folding;
}

/**
 * Breaks a layout that is too long for the view into rows, like lines of text, if its nodes are larger then. The fewest
 * rows that make the text readable, else those that make it largest.
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
  /** By column: how far it moved. */
  const moves: { from: number; x: number; y: number }[] = [];
  let top = 0;
  for (let first = 0, row = 0; first < columns.length; first += perRow, row += 1) {
    const inRow = columns.slice(first, first + perRow);
    const nodes = inRow.flat();
    const upper = Math.min(...nodes.map((node) => layout.y[node] ?? 0));
    const lower = Math.max(...nodes.map((node) => (layout.y[node] ?? 0) + (heights[node] ?? 0)));
    for (const [column, members] of inRow.entries()) {
      const from = layout.x[members[0] ?? 0] ?? 0;
      moves.push({ from, x: column * (NODE_WIDTH + GAP_X) - from, y: top - upper });
      for (const node of members) {
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

/** Points at which a link passes columns move with those; only links within one row use them. */
function moved(points: readonly number[], moves: readonly { from: number; x: number; y: number }[]): number[] {
  const next: number[] = [];
  for (let at = 0; at + 1 < points.length; at += 2) {
    const x = points[at] ?? 0;
    const column = moves.findLast(({ from }) => from <= x);
    next.push(x + (column?.x ?? 0), (points[at + 1] ?? 0) + (column?.y ?? 0));
  }
  return next;
}
