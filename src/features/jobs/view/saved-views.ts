import { queryOptions } from '@tanstack/react-query';
import { JOB_SORTS } from '@contract/console/job-sorts';
import { RATINGS } from '@/domains/annotations/job-annotation';
import { listCurated, writeCurated } from '@/domains/curated/curated-records';
import type { Fields } from '@/domains/curated/sync-records';
import { PERIODS } from '@/lib/days';
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

/** Filters, order and layout of the job list under a name. */
export interface SavedView {
  id: string;
  name: string;
  search: JobsSearch;
  layout: Layout;
  columns: readonly Column[];
  density: Density;
}

export const MAX_VIEW_NAME = 60;

/** In the order of their names. Without storage there are none. */
export function savedViewsQuery() {
  return queryOptions({
    queryKey: ['device.views'],
    queryFn: () => listViews().catch(() => []),
    staleTime: 0,
    retry: false,
  });
}

async function listViews(): Promise<SavedView[]> {
  const records = await listCurated('view');
  return records
    .map(({ id, fields }) => viewOfFields(id, fields))
    .toSorted((left, right) => left.name.localeCompare(right.name, 'en', { numeric: true }));
}

/** Adds the view, or replaces the one with its id. @throws StorageUnavailableError */
export function putView({ id, name, search, layout, columns, density }: SavedView): Promise<void> {
  const fields = { name, search: JSON.stringify(search), layout, columns: columns.join(' '), density };
  return writeCurated('view', [{ id, fields }]);
}

/** @throws StorageUnavailableError */
export function deleteView(id: string): Promise<void> {
  return writeCurated('view', [{ id, fields: null }]);
}

/** What a newer Flowdeck filters by is left out. */
export function viewOfFields(id: string, { name, search, layout, columns, density }: Fields): SavedView {
  const shown = String(columns ?? '').split(' ');
  return {
    id,
    name: String(name ?? ''),
    search: readSearch(search),
    // Views of older versions have none.
    layout: layout === 'wall' ? 'wall' : 'rows',
    columns: COLUMNS.filter((column) => shown.includes(column)),
    density: density === 'compact' ? 'compact' : 'comfortable',
  };
}

/** Each of them, so that a view replaces all filters. Compared jobs are no filter. */
const NO_FILTERS: Required<{ [Name in Exclude<keyof JobsSearch, 'compare'>]: undefined }> = {
  status: undefined,
  q: undefined,
  period: undefined,
  from: undefined,
  to: undefined,
  sort: undefined,
  ran: undefined,
  title: undefined,
  star: undefined,
  tags: undefined,
  rated: undefined,
  kept: undefined,
  scope: undefined,
  servers: undefined,
};

function readSearch(stored: Fields[string] | undefined): JobsSearch {
  let members: Map<string, unknown>;
  try {
    const parsed: unknown = JSON.parse(String(stored));
    members = new Map(Object.entries(typeof parsed === 'object' && parsed !== null ? parsed : {}));
  } catch {
    members = new Map();
  }
  const text = (name: string) => {
    const value = members.get(name);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const oneOf = <Value>(name: string, values: readonly Value[]) => values.find((value) => value === members.get(name));
  return withoutAbsent({
    status: text('status'),
    q: text('q'),
    period: oneOf('period', PERIODS),
    from: text('from'),
    to: text('to'),
    sort: oneOf('sort', JOB_SORTS),
    ran: oneOf('ran', MIN_DURATIONS),
    title: text('title'),
    star: oneOf('star', [true as const]),
    tags: text('tags'),
    rated: oneOf('rated', RATINGS),
    kept: oneOf('kept', [true as const]),
    scope: oneOf('scope', ['all' as const]),
    servers: text('servers'),
  });
}

function withoutAbsent(search: JobsSearch): JobsSearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined && value !== ''));
}

/** Returns what the list shows now as a view. */
export function currentView(
  search: JobsSearch,
  { layout, columns, density }: Pick<SavedView, 'layout' | 'columns' | 'density'>,
): Omit<SavedView, 'id' | 'name'> {
  const { compare: _compare, ...filters } = search;
  return { search: withoutAbsent(filters), layout, columns, density };
}

export function isShown(view: SavedView, shown: Omit<SavedView, 'id' | 'name'>): boolean {
  return signature(view) === signature(shown);
}

function signature({ search, layout, columns, density }: Omit<SavedView, 'id' | 'name'>): string {
  const filters = Object.entries(search).sort(([left], [right]) => (left < right ? -1 : 1));
  return JSON.stringify([filters, layout, columns, density]);
}

/** Applies the layout of a view. Returns the change of the search params that applies the rest. */
export function applyView({ search, layout, columns, density }: SavedView): JobsSearch {
  layoutSetting.set(layout);
  columnsSetting.set(columns);
  densitySetting.set(density);
  return { ...NO_FILTERS, ...search };
}
