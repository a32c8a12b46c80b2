import { rowBeside } from '@/lib/keyboard/row-beside';
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

/**
 * Returns the tile that a key moves to from the tile at `at`, which is -1 without focus; `null` if it does not move.
 */
export function nextTile(key: string, at: number, count: number, columns: number): number | null {
  if (count === 0 || at < 0) return null;
  const last = count - 1;
  switch (key) {
    case 'ArrowRight':
      return Math.min(last, at + 1);
    case 'ArrowLeft':
      return Math.max(0, at - 1);
    case 'ArrowDown':
      return rowBeside(at, 1, key, count, columns);
    case 'ArrowUp':
      return rowBeside(at, -1, key, count, columns);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}
