import { create } from 'zustand';
import { readText } from '@/lib/local-storage';
import { readTimeZone, type TimeZone } from '@/lib/time-zone';

export type Density = 'comfortable' | 'compact';

/** Columns that somebody may do without, or add, in their order. Title and status are always there. */
export const COLUMNS = ['progress', 'wait', 'run', 'engine', 'age', 'time'] as const;
export type Column = (typeof COLUMNS)[number];

export const USUAL_COLUMNS: readonly Column[] = ['progress', 'run', 'age'];

interface ListView {
  density: Density;
  columns: readonly Column[];
  timeZone: TimeZone;
}

export const COLUMNS_KEY = 'flowdeck.list-columns';

/** How this browser shows lists of jobs. Changed by `change-list-view.ts`, which the first screen does not need. */
export const useListView = create<ListView>(() => ({
  density: readDensity(),
  columns: columnsOf(readText(COLUMNS_KEY)),
  timeZone: readTimeZone(),
}));

/** Set on the page by `public/theme.js` before the first paint; the build draws a page where there is none. */
function readDensity(): Density {
  return globalThis.document?.documentElement?.dataset['density'] === 'compact' ? 'compact' : 'comfortable';
}

/** @param kept names with blanks between them; null for the usual */
export function columnsOf(kept: string | null): readonly Column[] {
  return kept === null ? USUAL_COLUMNS : COLUMNS.filter((column) => kept.split(' ').includes(column));
}

/** Null: a narrow window has no room for it. */
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

/** Of the server of a job, beside its title. */
const SERVER = { narrow: '104px', wide: '140px' };

/** The tracks of the grid that head and rows share, for windows of two widths; those of the usual columns are in styles. */
export function columnTracks(
  columns: readonly Column[],
  hasServers = false,
): Record<`--${string}`, string> | undefined {
  if (!hasServers && columns.join() === USUAL_COLUMNS.join()) return undefined;
  const narrow = columns.map((column) => NARROW[column]).filter((width) => width !== null);
  const wide = columns.map((column) => WIDE[column]);
  return {
    '--job-columns': ['minmax(0,1.7fr)', ...(hasServers ? [SERVER.narrow] : []), '100px', ...narrow, '60px'].join(' '),
    '--job-columns-wide': ['minmax(0,1.5fr)', ...(hasServers ? [SERVER.wide] : []), '116px', ...wide, '64px'].join(' '),
  };
}
