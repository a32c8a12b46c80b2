import { describe, expect, it } from 'vitest';
import { canTransition, isTerminal, JOB_STATUSES } from '@contract/jobs/lifecycle';
import { createMemoryStore } from '../../storage/memory/memory-store';
import { newJob } from '../../storage/testing/new-job';
import { transitionJob } from './job-transitions';

const job = newJob('00000000-0000-4000-8000-000000000001', { createdAt: 1000, expiresAt: 9000 });

describe('transitionJob', () => {
  const pairs = JOB_STATUSES.flatMap((from) => JOB_STATUSES.map((to) => [from, to] as const));

  it.each(pairs)('from %s to %s follows the table, and an invalid transition writes nothing', (from, to) => {
    const store = createMemoryStore();
    const before = store.jobs.insert({ ...job, status: from });
    const moved = transitionJob(store, job.id, to, 2000);
    const expected = canTransition(from, to)
      ? {
          ...before,
          status: to,
          startedAt: to === 'running' ? 2000 : null,
          completedAt: isTerminal(to) ? 2000 : null,
        }
      : before;
    expect(store.jobs.get(job.id)).toEqual(expected);
    expect(moved).toEqual(canTransition(from, to) ? expected : null);
  });

  it('ignores a missing job', () => {
    expect(transitionJob(createMemoryStore(), job.id, 'running', 2000)).toBeNull();
  });

  it('writes the transition and its side effects in one transaction', () => {
    const store = createMemoryStore();
    store.jobs.insert({ ...job, status: 'running' });
    const error = { code: 'x', message: 'y' };
    const fail = () =>
      store.transaction(() => {
        transitionJob(store, job.id, 'failed', 2000, { error });
        throw new Error('later');
      });
    expect(fail).toThrow('later');
    expect(store.jobs.get(job.id)).toMatchObject({ status: 'running', error: null });
    expect(transitionJob(store, job.id, 'failed', 2000, { error })).toMatchObject({ status: 'failed', error });
  });
});
