import { useMediaQuery } from '@/lib/hooks/use-media-query';
import { defineSetting } from '@/lib/settings/setting';
import { oneOf } from '@/lib/settings/setting-schemas';

/** `auto`: cards if any model has a picture. Also read by `public/theme.js`. */
export const catalogLayoutSetting = defineSetting<'auto' | 'cards' | 'list'>('catalog-layout', {
  schema: oneOf('auto', 'cards', 'list'),
  default: 'auto',
});

/** Longest catalog whose cards stay large in wide windows, which more columns would leave empty. */
export const MAX_LARGE_CARDS = 12;

const WIDER = ['(min-width: 1100px)', '(min-width: 1500px)', '(min-width: 2000px)'] as const;
const NARROWEST = 2;

/** Columns of cards by width of the window: those of `CARD_GRID`. */
export function useCardColumns(isLong: boolean): number {
  const isAtLeast = [useMediaQuery(WIDER[0]), useMediaQuery(WIDER[1]), useMediaQuery(WIDER[2])];
  return NARROWEST + isAtLeast.slice(0, isLong ? WIDER.length : 1).filter(Boolean).length;
}

/** Grids with the columns of `useCardColumns`, of short and of long catalogs. */
export const CARD_GRID = {
  short: 'mx-auto grid max-w-[2040px] grid-cols-2 gap-4 p-5 lg:grid-cols-3',
  long: 'grid grid-cols-2 gap-4 p-5 lg:grid-cols-3 min-[1500px]:grid-cols-4 min-[2000px]:grid-cols-5',
} as const;
