import { LABEL_CHAR_PX, type GridModel } from './grid-model';
import { DEFAULT_SIDE, MIN_SIDE } from './grid-view';

/** Sizes of the grid and its cells in pixels. Pure. */

export const GAP = 8;
/** Two lines. */
export const CAPTION_HEIGHT = 38;
export const HEAD_HEIGHT = 32;
export const PADDING = 16;
/** At most; the grid keeps a place for it. */
const SCROLLBAR_PX = 15;
/** A phone shows at least two cells next to each other. */
const MIN_COLUMNS = 2;
/** Columns that need a smaller side to fit beside each other are scrolled instead. */
const MIN_FILLING_SIDE = 128;
/** Space of short row labels, paddings and gaps. */
const TABLE_MARGINS = 120;
const MIN_LABEL_WIDTH = 56;
/** A seed of 20 digits fits. */
export const MAX_LABEL_WIDTH = 180;
const LABEL_PADDING = 16;

/** Size of the grid. */
interface GridSpace {
  width: number;
  height: number;
}

/**
 * Returns how many cells are next to each other without a table, at least two, and the side with which they fill the width. Few cells
 * are as large as possible while all are visible. `wantedSide` scales them in proportion to its default.
 * @param count of the cells
 */
export function flowLayout(
  { width, height }: GridSpace,
  wantedSide: number,
  count = Infinity,
): { columns: number; side: number } {
  const room = width - 2 * PADDING - SCROLLBAR_PX + GAP;
  const side = Math.round(sideOfAll(room, height, count) * scaleOf(wantedSide));
  const columns = Math.max(MIN_COLUMNS, Math.floor(room / (side + GAP)));
  const filling = Math.floor(room / columns) - GAP;
  // A single line has no columns to fill.
  return { columns, side: Math.max(MIN_SIDE, count > columns ? filling : Math.min(side, filling)) };
}

/**
 * Returns the largest side with which all cells are visible in lines that fill the width, the last one at least half of it; the
 * default if they are too many.
 */
function sideOfAll(room: number, height: number, count: number): number {
  const most = Math.floor(room / (DEFAULT_SIDE + GAP));
  const inLines = (lines: number) => Math.floor((height - 2 * PADDING) / lines) - CAPTION_HEIGHT - GAP;
  for (let columns = MIN_COLUMNS; columns <= Math.min(count, most); columns += 1) {
    const side = Math.floor(room / columns) - GAP;
    const rest = count % columns;
    const isEven = rest === 0 || rest >= columns / 2;
    if (isEven && side <= inLines(Math.ceil(count / columns))) return side;
  }
  return count <= most ? Math.max(DEFAULT_SIDE, inLines(1)) : DEFAULT_SIDE;
}

/**
 * Returns the side of the cells of a table. Few columns fill the width, as far as two rows are visible; `wantedSide` scales them in
 * proportion to its default. On a phone, at least two fit beside the labels.
 */
export function tableSide(
  { width, height }: GridSpace,
  wantedSide: number,
  { columns, labelWidth }: { columns: number; labelWidth: number },
): number {
  const filling = Math.floor((width - 2 * PADDING - labelWidth - SCROLLBAR_PX) / columns) - GAP;
  const inTwoRows = Math.floor((height - HEAD_HEIGHT - GAP) / 2) - GAP;
  const base = filling < MIN_FILLING_SIDE ? DEFAULT_SIDE : Math.min(filling, Math.max(DEFAULT_SIDE, inTwoRows));
  const inTwoColumns = Math.floor((width - TABLE_MARGINS) / MIN_COLUMNS);
  return Math.max(MIN_SIDE, Math.min(Math.round(base * scaleOf(wantedSide)), inTwoColumns));
}

function scaleOf(wantedSide: number): number {
  return wantedSide / DEFAULT_SIDE;
}

/** As wide as the longest row label and the name of their axis need. */
export function widthOfLabels({ lines }: GridModel, axis: string): number {
  const longest = lines.reduce(
    (most, line) => (line.kind === 'cells' ? Math.max(most, line.label?.length ?? 0) : most),
    axis.length + 2,
  );
  return Math.min(MAX_LABEL_WIDTH, Math.max(MIN_LABEL_WIDTH, longest * LABEL_CHAR_PX + LABEL_PADDING));
}
