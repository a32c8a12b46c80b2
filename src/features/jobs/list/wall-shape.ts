import { tileColumns } from '@/lib/tile-columns';

export interface WallShape {
  columns: number;
  /** Width of a tile, and of its square picture. */
  side: number;
  /** Distance between the left edges of two tiles. */
  step: number;
  /** Distance between the top edges of two lines of tiles. */
  rowHeight: number;
}

const GAP = 12;
/** Two lines of text below the picture. */
const CAPTION = 60;
const NARROW = 560;

/** Returns as many tiles beside each other as fit, and at least two. */
export function wallShape(width: number): WallShape {
  const { columns, side } = tileColumns(width, width < NARROW ? 150 : 232, GAP);
  return { columns, side, step: side + GAP, rowHeight: Math.round(side) + CAPTION + GAP };
}
