import { LABEL_CHAR_PX, type GridModel } from './grid-model';
import { MIN_SIDE } from './grid-view';

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
/** Space of short row labels, paddings and gaps. */
const TABLE_MARGINS = 120;
const MIN_LABEL_WIDTH = 56;
/** A seed of 20 digits fits. */
export const MAX_LABEL_WIDTH = 180;
const LABEL_PADDING = 16;

/** Returns how many cells fit next to each other without a table, at least two, and the side with which they fill the width. */
export function flowLayout(width: number, wantedSide: number): { columns: number; side: number } {
  const room = width - 2 * PADDING - SCROLLBAR_PX + GAP;
  const columns = Math.max(MIN_COLUMNS, Math.floor(room / (wantedSide + GAP)));
  return { columns, side: Math.max(MIN_SIDE, Math.floor(room / columns) - GAP) };
}

/** Returns the side of the cells of a table: on a phone, at least two fit beside the labels. */
export function tableSide(width: number, wantedSide: number): number {
  const room = width - TABLE_MARGINS;
  return Math.min(wantedSide, Math.max(MIN_SIDE, Math.floor(room / MIN_COLUMNS)));
}

/** As wide as the longest row label and the name of their axis need. */
export function widthOfLabels({ lines }: GridModel, axis: string): number {
  const longest = lines.reduce(
    (most, line) => (line.kind === 'cells' ? Math.max(most, line.label?.length ?? 0) : most),
    axis.length + 2,
  );
  return Math.min(MAX_LABEL_WIDTH, Math.max(MIN_LABEL_WIDTH, longest * LABEL_CHAR_PX + LABEL_PADDING));
}
