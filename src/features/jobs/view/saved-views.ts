import { JOB_SORTS } from '@contract/console/job-sorts';
import { RATINGS } from '@/domains/annotations/job-annotation';
import type { Fields } from '@/domains/curated/sync-records';
import { PERIODS } from '@/lib/days';
import { readSearchField, searchField, type ViewFormat } from '@/shared/saved-views/saved-views';
import { MIN_DURATIONS, type JobsSearch } from '../filters/jobs-search';
import {
  COLUMNS,
  columnsSetting,
  densitySetting,
  layoutSetting,
  type Column,
  type Density,
  type Layout,
} from './list-view';

/** Filters, order and layout of the job list. */
export interface JobsView {
  /** Each of them, so that a view replaces all filters. */
  search: Filters;
  layout: Layout;
  columns: readonly Column[];
  density: Density;
}

/** Compared jobs are no filter. */
type Filters = Required<{ [Name in Exclude<keyof JobsSearch, 'compare'>]: JobsSearch[Name] }>;

export const JOBS_VIEW: ViewFormat<JobsView> = {
  page: 'jobs',
  // What a newer Flowdeck filters by is left out.
  read({ search, layout, columns, density }) {
    const shown = String(columns ?? '').split(' ');
    return {
      search: readFilters(search),
      // Views of older versions have none.
      layout: layout === 'wall' ? 'wall' : 'rows',
      columns: COLUMNS.filter((column) => shown.includes(column)),
      density: density === 'compact' ? 'compact' : 'comfortable',
    };
  },
  write: ({ search, layout, columns, density }) => ({
    search: searchField(search),
    layout,
    columns: columns.join(' '),
    density,
  }),
};

function readFilters(field: Fields[string] | undefined): Filters {
  const { text, oneOf } = readSearchField(field);
  return {
    status: text('status'),
    q: text('q'),
    period: oneOf('period', PERIODS),
    from: text('from'),
    to: text('to'),
    sort: oneOf('sort', JOB_SORTS),
    ran: oneOf('ran', MIN_DURATIONS),
    title: text('title'),
    like: text('like'),
    workflow: text('workflow'),
    star: oneOf('star', [true as const]),
    tags: text('tags'),
    rated: oneOf('rated', RATINGS),
    kept: oneOf('kept', [true as const]),
    scope: oneOf('scope', ['all' as const]),
    servers: text('servers'),
  };
}

/** Returns what the list shows now. */
export function currentView(search: JobsSearch, look: Omit<JobsView, 'search'>): JobsView {
  return { ...look, search: readFilters(searchField(search)) };
}

/** Applies the layout of a view. Returns the change of the search params that applies the rest. */
export function applyView({ search, layout, columns, density }: JobsView): JobsSearch {
  layoutSetting.set(layout);
  columnsSetting.set(columns);
  densitySetting.set(density);
  return search;
}
