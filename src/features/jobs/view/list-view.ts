import { defineSetting } from '@/lib/settings/setting';
import { oneOf } from '@/lib/settings/setting-schemas';
import { useSetting } from '@/lib/settings/use-setting';
import { timeZoneSetting } from '@/lib/time-zone';

export type Density = 'comfortable' | 'compact';

/** A table, or large thumbnails. */
export type Layout = 'rows' | 'wall';

/** Columns that users can hide or add, in order. Title and status are always shown. */
export const COLUMNS = ['progress', 'wait', 'run', 'engine', 'age', 'time'] as const;
export type Column = (typeof COLUMNS)[number];

export const DEFAULT_COLUMNS: readonly Column[] = ['progress', 'run', 'age'];

/** `public/theme.js` applies it before the first paint. */
export const densitySetting = defineSetting<Density>('density', {
  schema: oneOf('comfortable', 'compact'),
  default: 'comfortable',
  onChange(density) {
    if (density === 'compact') document.documentElement.dataset['density'] = density;
    else delete document.documentElement.dataset['density'];
  },
});

/** `public/theme.js` reads this and the next one: the first paint has the default rows. */
export const layoutSetting = defineSetting<Layout>('list-layout', { schema: oneOf('rows', 'wall'), default: 'rows' });

/** Stored as names separated by spaces. */
export const columnsSetting = defineSetting<readonly Column[]>('list-columns', {
  schema: {
    parse: (text) => COLUMNS.filter((column) => text.split(' ').includes(column)),
    format: (columns) => columns.join(' '),
  },
  default: DEFAULT_COLUMNS,
});

/** Returns how this browser shows lists of jobs. */
export function useListView(): { layout: Layout; density: Density; columns: readonly Column[] } {
  // Dates in the rows depend on the time zone.
  useSetting(timeZoneSetting);
  return {
    layout: useSetting(layoutSetting),
    density: useSetting(densitySetting),
    columns: useSetting(columnsSetting),
  };
}

export function toggleColumn(column: Column): void {
  columnsSetting.update((before) => COLUMNS.filter((one) => before.includes(one) !== (one === column)));
}
