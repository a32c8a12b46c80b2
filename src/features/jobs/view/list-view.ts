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

/** `null` if it is hidden in a narrow window. */
const NARROW: Readonly<Record<Column, string | null>> = {
  progress: 'minmax(0,1fr)',
  wait: null,
  run: '84px',
  engine: null,
  age: '84px',
  time: null,
};
const WIDE: Readonly<Record<Column, string>> = {
  progress: 'minmax(0,1.2fr)',
  wait: '88px',
  run: '88px',
  engine: '112px',
  age: '104px',
  time: '156px',
};

/** Server of a job, next to its title. */
const SERVER = { narrow: '104px', wide: '140px' };

/**
 * Returns the grid tracks that header and rows share, for two window widths; those of the default columns are in the
 * stylesheet.
 */
export function columnTracks(
  columns: readonly Column[],
  hasServers = false,
): Record<`--${string}`, string> | undefined {
  if (!hasServers && columns.join() === DEFAULT_COLUMNS.join()) return undefined;
  const narrow = columns.map((column) => NARROW[column]).filter((width) => width !== null);
  const wide = columns.map((column) => WIDE[column]);
  return {
    '--job-columns': ['minmax(0,1.7fr)', ...(hasServers ? [SERVER.narrow] : []), '100px', ...narrow, '60px'].join(' '),
    '--job-columns-wide': ['minmax(0,1.5fr)', ...(hasServers ? [SERVER.wide] : []), '116px', ...wide, '64px'].join(' '),
  };
}
