import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { recountJobs } from './recount-jobs';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Sends events at these times, in milliseconds, and returns the times of the reads. */
async function readsAfter(events: readonly number[]): Promise<number[]> {
  const client = new QueryClient();
  const reads: number[] = [];
  const startedAt = Date.now();
  vi.spyOn(client, 'invalidateQueries').mockImplementation(() => {
    reads.push(Date.now() - startedAt);
    return Promise.resolve();
  });
  for (const at of events) {
    await vi.advanceTimersByTimeAsync(startedAt + at - Date.now());
    recountJobs(client, { id: 'local' });
  }
  await vi.advanceTimersByTimeAsync(10_000);
  return reads;
}

it('reads the counts at once when a single run ends', async () => {
  expect(await readsAfter([0, 40, 1200])).toEqual([0, 250, 1200]);
});

it('reads them every two seconds while many jobs end, and once after the last', async () => {
  const events = Array.from({ length: 100 }, (_, index) => index * 80);
  expect(await readsAfter(events)).toEqual([0, 250, 750, 1750, 3750, 5750, 7750, 9750]);
});

it.each([260, 300, 600, 1100])('reads them no more often with an event every %d ms', async (everyMs) => {
  const events = Array.from({ length: Math.floor(8000 / everyMs) }, (_, index) => index * everyMs);
  const reads = await readsAfter(events);
  expect(reads.length).toBeGreaterThan(4);
  expect(reads.filter((at, index) => index > 3 && at - (reads[index - 1] ?? 0) < 2000)).toEqual([]);
});

it('reads them at once again after a pause', async () => {
  expect(await readsAfter([0, 2500, 5000])).toEqual([0, 2500, 5000]);
});
