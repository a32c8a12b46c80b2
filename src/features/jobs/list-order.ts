import { create } from 'zustand';

const STORAGE_KEY = 'flowdeck.list-order';
const MAX_KEPT = 2000;

/** The ids of the list that was left last, in its order: where "next" and "previous" of a job's page lead. */
export const useListOrder = create<{ ids: readonly string[] }>(() => ({ ids: readKept() }));

/** Kept for this tab, so that a reload of a job's page goes on in the same list. */
export function rememberOrder(ids: readonly string[]): void {
  useListOrder.setState({ ids });
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(ids.slice(0, MAX_KEPT)));
  } catch {
    // This page still knows.
  }
}

export interface Neighbours {
  /** From 1. */
  place: number;
  count: number;
  previous: string | null;
  next: string | null;
}

/** Null where the job is not of that list. */
export function neighboursOf(ids: readonly string[], id: string): Neighbours | null {
  const index = ids.indexOf(id);
  if (index < 0) return null;
  return { place: index + 1, count: ids.length, previous: ids[index - 1] ?? null, next: ids[index + 1] ?? null };
}

function readKept(): string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}
