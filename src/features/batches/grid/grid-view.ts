import { defineSetting } from '@/lib/settings/setting';
import { entriesIn, json } from '@/lib/settings/setting-schemas';

/** `contain` shows the whole image, `cover` fills the cell. */
export type GridFit = 'contain' | 'cover';

interface GridView {
  /** Size of the cells: their side in pixels where there are many, in proportion to the default where few fill the window. */
  side: number;
  fit: GridFit;
}

export const DEFAULT_SIDE = 168;
export const MIN_SIDE = 72;
export const MAX_SIDE = 480;
export const SIDE_STEP = 24;

/** Size and fit of the cells in a grid of results. */
export const gridViewSetting = defineSetting<GridView>('batch-grid', {
  schema: json((stored) => {
    const { side, fit } = Object.fromEntries(entriesIn(stored) ?? []);
    if (typeof side !== 'number' || (fit !== 'contain' && fit !== 'cover')) return undefined;
    return { side: Math.min(MAX_SIDE, Math.max(MIN_SIDE, side)), fit };
  }),
  default: { side: DEFAULT_SIDE, fit: 'contain' },
});

export function resizeCells(step: number): void {
  gridViewSetting.update((view) => ({ ...view, side: Math.min(MAX_SIDE, Math.max(MIN_SIDE, view.side + step)) }));
}
