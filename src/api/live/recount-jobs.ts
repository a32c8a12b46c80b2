import type { QueryClient } from '@tanstack/react-query';
import type { Surface } from '../surface';
import { markStale } from './stale-table';

/** A run that was just submitted ends soon after, and the counts say when the next one starts. */
const FIRST_RECOUNT_MS = 250;
/** A batch ends several jobs per second, in each of its tabs. */
const RECOUNT_EVERY_MS = 2000;

/** Surfaces whose counts were just read, with whether something changed since. */
const recent = new WeakMap<QueryClient, Map<string, { isDue: boolean }>>();

/** Refetches the job counts of the shell after an event: at once, and then more and more rarely while events arrive. */
export function recountJobs(client: QueryClient, surface: Pick<Surface, 'id'>): void {
  const states = recent.get(client) ?? new Map<string, { isDue: boolean }>();
  recent.set(client, states);
  const state = states.get(surface.id);
  if (state) {
    state.isDue = true;
    return;
  }
  const read = (waitMs: number) => {
    const now = { isDue: false };
    states.set(surface.id, now);
    void markStale(client, surface, 'countsChanged');
    setTimeout(() => {
      states.delete(surface.id);
      if (now.isDue) read(Math.min(2 * waitMs, RECOUNT_EVERY_MS));
    }, waitMs);
  };
  read(FIRST_RECOUNT_MS);
}
