import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { toFetchedJob } from '@/api/live/merge-job';
import { makeJob } from '@/testing/job-fixtures';

beforeEach(() => vi.stubGlobal('location', { origin: 'http://127.0.0.1:8189' }));
afterEach(() => vi.unstubAllGlobals());

async function load() {
  const { LOCAL_SURFACE } = await import('@/api/surface');
  const rows = fetchedJobs.map((fetched) => ({ id: fetched.job.id, surface: LOCAL_SURFACE, fetched }));
  return { rows, ...(await import('./batch-rows')) };
}

const row = (id: string, batch?: string) =>
  toFetchedJob(makeJob({ id, metadata: batch === undefined ? {} : { flowdeck_batch: `${batch}/${id}` } }), 1);
const fetchedJobs = [row('a'), row('b1', 'b'), row('c'), row('b2', 'b'), row('d1', 'd'), row('b3', 'b')];

it('a batch is one row in the place of its first job, and a batch with one job in the list is that job', async () => {
  const { jobIdsOf, rows, withBatches } = await load();
  const shown = withBatches(rows, () => false);
  expect(shown.map(({ id }) => id)).toEqual(['a', 'batch b', 'c', 'd1']);
  expect(shown.flatMap(jobIdsOf)).toEqual(['a', 'b1', 'b2', 'b3', 'c', 'd1']);
});

it('an open batch has its jobs below it', async () => {
  const { jobIdsOf, rows, withBatches } = await load();
  const shown = withBatches(rows, (id) => id === 'b');
  expect(shown.map(({ id }) => id)).toEqual(['a', 'batch b', 'b1', 'b2', 'b3', 'c', 'd1']);
  expect([...new Set(shown.flatMap(jobIdsOf))]).toEqual(['a', 'b1', 'b2', 'b3', 'c', 'd1']);
});
