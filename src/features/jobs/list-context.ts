import { create } from 'zustand';
import type { JobFilter } from '@/api/jobs/job-filter';

const STORAGE_KEY = 'flowdeck.list-order';
const MAX_KEPT = 2000;

/** Where a list goes on behind the rows that it has loaded. */
export interface ListRest {
  surfaceId: string;
  filter: JobFilter;
  cursor: string;
}

interface ListOrder {
  ids: readonly string[];
  /** Null where the rows were all of the list. */
  rest: ListRest | null;
}

/** The list that was left last, in its order: where "next" and "previous" of a job's page lead. */
export const useListOrder = create<ListOrder>(() => readKept() ?? { ids: [], rest: null });

/** Kept for this tab, so that a reload of a job's page goes on in the same list. */
export function rememberOrder(order: ListOrder): void {
  useListOrder.setState(order);
  try {
    // What is cut off would be skipped by the rest.
    const isWhole = order.ids.length <= MAX_KEPT;
    const kept = isWhole ? order : { ids: order.ids.slice(0, MAX_KEPT), rest: null };
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(kept));
  } catch {
    // This page still knows.
  }
}

/** The next rows come behind those that are known. */
export function extendOrder(ids: readonly string[], rest: ListRest | null): void {
  const { ids: known } = useListOrder.getState();
  rememberOrder({ ids: [...new Set([...known, ...ids])], rest });
}

export interface Neighbours {
  /** From 1. */
  place: number;
  count: number;
  previous: string | null;
  next: string | null;
}

/** Null where the job is not of that list. */
export function adjacencyOf(ids: readonly string[], id: string): Neighbours | null {
  const index = ids.indexOf(id);
  if (index < 0) return null;
  return { place: index + 1, count: ids.length, previous: ids[index - 1] ?? null, next: ids[index + 1] ?? null };
}

/** Written by this tab alone; anything else is as good as nothing. */
function readKept(): ListOrder | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null') as Partial<ListOrder> | null;
    if (!Array.isArray(kept?.ids)) return null;
    return { ids: kept.ids.filter((id) => typeof id === 'string'), rest: kept.rest ?? null };
  } catch {
    return null;
  }
}
