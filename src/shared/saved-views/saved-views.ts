import { queryOptions } from '@tanstack/react-query';
import { listCurated, writeCurated } from '@/domains/curated/curated-records';
import type { CuratedEntry, Fields } from '@/domains/curated/sync-records';

/** What a page shows, under a name. */
export interface SavedView<Shown> {
  id: string;
  name: string;
  shown: Shown;
}

/** How a page saves what it shows. */
export interface ViewFormat<Shown> {
  page: 'jobs' | 'gallery';
  /** Returns what is known of fields that another version may have written. */
  read: (fields: Fields) => Shown;
  /** Returns the same fields for what looks the same. */
  write: (shown: Shown) => Fields;
}

export const MAX_VIEW_NAME = 60;

/** The views of all pages. Without storage there are none. */
export function savedViewsQuery() {
  return queryOptions({
    queryKey: ['device.views'],
    queryFn: () => listCurated('view').catch(() => []),
    staleTime: 0,
    retry: false,
  });
}

/** Returns the views of a page in the order of their names. */
export function viewsOfPage<Shown>(
  { page, read }: ViewFormat<Shown>,
  records: readonly Pick<CuratedEntry, 'id' | 'fields'>[],
): SavedView<Shown>[] {
  return (
    records
      // Views of older versions have no page: only the job list had any.
      .filter(({ fields }) => (fields['page'] ?? 'jobs') === page)
      .map(({ id, fields }) => ({ id, name: String(fields['name'] ?? ''), shown: read(fields) }))
      .toSorted((left, right) => left.name.localeCompare(right.name, 'en', { numeric: true }))
  );
}

/** Adds the view, or replaces the one with its id. @throws StorageUnavailableError */
export function putView<Shown>(
  { page, write }: ViewFormat<Shown>,
  { id, name, shown }: SavedView<Shown>,
): Promise<void> {
  const fields = { ...write(shown), name, ...(page === 'jobs' ? {} : { page }) };
  return writeCurated('view', [{ id, fields }]);
}

/** @throws StorageUnavailableError */
export function deleteView(id: string): Promise<void> {
  return writeCurated('view', [{ id, fields: null }]);
}

export function looksSame<Shown>({ write }: ViewFormat<Shown>, left: NoInfer<Shown>, right: NoInfer<Shown>): boolean {
  return JSON.stringify(write(left)) === JSON.stringify(write(right));
}

/** Returns search params as a field: those that are absent or empty are left out, and their order does not matter. */
export function searchField(search: object): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  return JSON.stringify(Object.fromEntries(given.toSorted(([left], [right]) => (left < right ? -1 : 1))));
}

/** Reads search params of a field one by one; what is not one of the expected values is absent. */
export function readSearchField(field: Fields[string] | undefined) {
  let members: Map<string, unknown>;
  try {
    const parsed: unknown = JSON.parse(String(field));
    members = new Map(Object.entries(typeof parsed === 'object' && parsed !== null ? parsed : {}));
  } catch {
    members = new Map();
  }
  return {
    text(name: string): string | undefined {
      const value = members.get(name);
      return typeof value === 'string' && value !== '' ? value : undefined;
    },
    oneOf: <Value>(name: string, values: readonly Value[]): Value | undefined =>
      values.find((value) => value === members.get(name)),
  };
}
