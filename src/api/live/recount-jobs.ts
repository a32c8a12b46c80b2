import type { QueryClient } from '@tanstack/react-query';
import type { Surface } from '../surface';
import { markStale } from './stale-table';

/** A batch ends several jobs per second, in each of its tabs. */
const RECOUNT_EVERY_MS = 2000;

/** Surfaces whose counts were just read, with whether something changed since. */
const recent = new WeakMap<QueryClient, Map<string, { isDue: boolean }>>();

/** Refetches the job counts of the shell after an event: at once, and then once per interval while events arrive. */
export function recountJobs(client: QueryClient, surface: Surface): void {
  const states = recent.get(client) ?? new Map<string, { isDue: boolean }>();
  recent.set(client, states);
  const state = states.get(surface.id);
  if (state) {
    state.isDue = true;
    return;
  }
  const read = () => {
    const now = { isDue: false };
    states.set(surface.id, now);
    void markStale(client, surface, 'countsChanged');
    setTimeout(() => {
      states.delete(surface.id);
      if (now.isDue) read();
    }, RECOUNT_EVERY_MS);
  };
  read();
}
