import { ASSET_KINDS } from '@contract/console/asset-kinds';
import { RATINGS } from '@/domains/annotations/job-annotation';
import { PERIODS } from '@/lib/days';
import { defineSetting } from '@/lib/settings/setting';
import { json } from '@/lib/settings/setting-schemas';
import { readSearchField, searchField, type ViewFormat } from '@/shared/saved-views/saved-views';
import { ASSETS_TABS, type AssetsSearch } from './assets-search';

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

/** Filters and tile size of the gallery. */
export interface GalleryView {
  /** Each of them, so that a view replaces all filters. */
  search: Filters;
  side: number;
}

/** The opened file is no filter. */
type Filters = Required<{ [Name in Exclude<keyof AssetsSearch, 'asset' | 'large'>]: AssetsSearch[Name] }>;

export const GALLERY_VIEW: ViewFormat<GalleryView> = {
  page: 'gallery',
  read: ({ search, side }) => ({
    search: readFilters(String(search)),
    side: typeof side === 'number' ? withinBounds(side) : tileSideSetting.default,
  }),
  write: ({ search, side }) => ({ search: searchField(search), side }),
};

function readFilters(field: string): Filters {
  const { text, oneOf } = readSearchField(field);
  return {
    kind: oneOf('kind', ASSETS_TABS),
    type: oneOf('type', ASSET_KINDS),
    period: oneOf('period', PERIODS),
    from: text('from'),
    to: text('to'),
    q: text('q'),
    title: text('title'),
    like: text('like'),
    workflow: text('workflow'),
    rated: oneOf('rated', RATINGS),
  };
}

/** Returns what the gallery shows now. */
export function currentView(search: AssetsSearch, side: number): GalleryView {
  return { search: readFilters(searchField(search)), side };
}

/** Applies the tile size of a view. Returns the change of the search params that applies the rest. */
export function applyView({ search, side }: GalleryView): AssetsSearch {
  tileSideSetting.set(side);
  return search;
}
