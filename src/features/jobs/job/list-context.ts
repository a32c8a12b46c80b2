import type { JobFilter } from '@/domains/jobs/job-filter';
import { defineSetting } from '@/lib/settings/setting';
import { isText, json } from '@/lib/settings/setting-schemas';

const MAX_STORED = 2000;

/** Continuation of a list after its loaded rows. */
export interface ListContinuation {
  surfaceId: string;
  filter: JobFilter;
  cursor: string;
}

interface ListOrder {
  ids: readonly string[];
  /** `null` if the rows were the whole list. */
  rest: ListContinuation | null;
}

/**
 * Order of the list that was left last, for "next" and "previous" on job pages. Stored per tab, so that a reloaded job
 * page keeps it.
 */
export const listOrder = defineSetting<ListOrder>('list-order', {
  schema: {
    // Only this tab writes it; anything else is ignored.
    ...json((stored) => {
      const { ids, rest } = stored as Partial<ListOrder>;
      return Array.isArray(ids) ? { ids: ids.filter(isText), rest: rest ?? null } : undefined;
    }),
    // A truncated order has no continuation, which would skip the removed ids.
    format: (order) =>
      JSON.stringify(order.ids.length <= MAX_STORED ? order : { ids: order.ids.slice(0, MAX_STORED), rest: null }),
  },
  default: { ids: [], rest: null },
  isOfPage: true,
});

/** Appends the next rows to the known ones. */
export function extendOrder(ids: readonly string[], rest: ListContinuation | null): void {
  listOrder.update(({ ids: known }) => ({ ids: [...new Set([...known, ...ids])], rest }));
}

export interface Neighbors {
  /** 1-based. */
  place: number;
  count: number;
  previous: string | null;
  next: string | null;
}

/** Returns the position and the neighbors of a job; `null` if it is not in that list. */
export function adjacencyOf(ids: readonly string[], id: string): Neighbors | null {
  const index = ids.indexOf(id);
  if (index < 0) return null;
  return { place: index + 1, count: ids.length, previous: ids[index - 1] ?? null, next: ids[index + 1] ?? null };
}
