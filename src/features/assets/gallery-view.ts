import { defineSetting } from '@/lib/settings/setting';
import { json } from '@/lib/settings/setting-schemas';

export const MIN_SIDE = 88;
export const MAX_SIDE = 440;
export const SIDE_STEP = 32;
/** Tiles below this side have no text. */
export const TEXT_SIDE = 128;

/** Least side of a tile in pixels. */
export const tileSideSetting = defineSetting<number>('gallery-side', {
  schema: json((stored) => (typeof stored === 'number' ? withinBounds(stored) : undefined)),
  default: 176,
});

export function resizeTiles(step: number): void {
  tileSideSetting.update((side) => withinBounds(side + step));
}

function withinBounds(side: number): number {
  return Math.min(MAX_SIDE, Math.max(MIN_SIDE, Math.round(side)));
}
