import type { QueryClient } from '@tanstack/react-query';
import type { Surface } from '../surface';
import { markStale } from './stale-table';

/** A run that was just submitted ends soon after, and the counts say when the next one starts. */
const FIRST_RECOUNT_MS = 250;
/** A batch ends several jobs per second, in each of its tabs. */
const RECOUNT_EVERY_MS = 2000;

interface LastRead {
  at: number;
  /** Until the next one. */
  waitMs: number;
  isNextPlanned: boolean;
}

/** By surface id. */
const lastReads = new WeakMap<QueryClient, Map<string, LastRead>>();

/** Refetches the job counts of the shell after an event: at once, and then more and more rarely while events arrive. */
export function recountJobs(client: QueryClient, surface: Pick<Surface, 'id'>): void {
  const reads = lastReads.get(client) ?? new Map<string, LastRead>();
  lastReads.set(client, reads);
  const read = (waitMs: number) => {
    reads.set(surface.id, { at: performance.now(), waitMs, isNextPlanned: false });
    void markStale(client, surface, 'countsChanged');
  };
  const last = reads.get(surface.id);
  if (last?.isNextPlanned) return;
  const passed = last ? performance.now() - last.at : RECOUNT_EVERY_MS;
  if (!last || passed >= RECOUNT_EVERY_MS) {
    read(FIRST_RECOUNT_MS);
    return;
  }
  const waitMs = Math.min(2 * last.waitMs, RECOUNT_EVERY_MS);
  if (passed >= last.waitMs) {
    read(waitMs);
    return;
  }
  last.isNextPlanned = true;
  setTimeout(() => read(waitMs), last.waitMs - passed);
}
