import { tileColumns } from '@/lib/tile-columns';

export const GAP = 12;
/** Name, source and size under the image. */
const TEXT_HEIGHT = 66;

export interface GridShape {
  columns: number;
  /** Side of a tile, and of its square image. */
  side: number;
  rowHeight: number;
}

/** Returns as many columns of at least `least` pixels as fit, and at least two. */
export function gridShape(width: number, least: number, hasText = true): GridShape {
  const { columns, side } = tileColumns(width, least, GAP);
  return { columns, side, rowHeight: Math.round(side) + (hasText ? TEXT_HEIGHT : 0) + GAP };
}
