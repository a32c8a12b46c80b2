import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { QueryClient } from '@tanstack/react-query';
import type { Job, ListedJob } from '@contract/jobs/schemas';
import type { FetchedJob } from '@/api/live/merge-job';
import type { Surface } from '@/api/surface';
import type { BulkResult } from './bulk-tally';

const { asked: requested, taken } = vi.hoisted(() => {
  vi.stubGlobal('location', { origin: 'http://127.0.0.1:8189' });
  return { asked: [] as string[], taken: [] as number[] };
});
vi.mock('@/domains/jobs/cancel-job', () => ({
  requestCancel: async (_surface: Surface, job: Job) => {
    requested.push(job.id);
    return { job: { ...job, status: job.id === '7' ? 'expired' : 'canceled', started_at: null } };
  },
  cacheCanceledJobs: (_client: QueryClient, _surface: Surface, responses: readonly FetchedJob<Job>[]) => {
    taken.push(responses.length);
  },
}));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('J-3.20: cancels a long queue from its end, updates the screens in one step, and recognizes a canceled job that is reported as expired', async () => {
  const { BULK_WORK, forEachJob } = await import('./bulk-work');
  const count = 5000;
  const jobs: ListedJob[] = Array.from({ length: count }, (_, index) => ({
    id: String(index),
    status: 'queued',
    created_at: new Date(index * 1000).toISOString(),
  }));
  const results: BulkResult[] = [];
  const context = { client: {} as QueryClient, surface: { id: 'local', kind: 'gateway' } as Surface, jobs };
  await forEachJob(BULK_WORK.cancel, context, new AbortController().signal, (result) => results.push(result));
  expect(requested).toEqual(jobs.map(({ id }) => id).reverse());
  expect(taken).toEqual([count]);
  expect(results).toHaveLength(count);
  expect(new Set(results.map(({ words }) => words))).toEqual(new Set(['canceled before it started']));
});
