import { describe, expect, it } from 'vitest';
import type { WaitingJob } from '../../engines/engine';
import { newJob } from '../../storage/testing/new-job';
import { createMemoryDeps } from '../../testing/memory-deps';
import { JobEligibility } from './job-eligibility';

const AWAY = 'The other engine is away';

/** Queued jobs of these classes, for an engine that can run `Here` only. */
async function lineOf(...classes: string[]) {
  const deps = await createMemoryDeps();
  const ids = classes.map((name, index) => {
    const workflowText = JSON.stringify({ '1': { class_type: name, inputs: {} } });
    return deps.store.jobs.insert(newJob(`job ${index}`, { workflowText })).id;
  });
  const requests: string[] = [];
  const waitsFor = ({ jobId, needs }: WaitingJob) => {
    requests.push(jobId);
    return needs().classes.every((name) => name === 'Here') ? null : AWAY;
  };
  const engine = Object.assign(deps.engine, { waitsFor });
  return { ids, asked: requests, jobs: new JobEligibility({ store: deps.store, engine }) };
}

describe('waiting jobs', () => {
  it('wait for a single engine, with its reason', async () => {
    const { engine, store } = await createMemoryDeps();
    const jobs = new JobEligibility({ store, engine });
    expect([jobs.first(['a', 'b']), jobs.reason('a')]).toEqual([{ id: 'a', engine: null }, null]);
    engine.setWaiting('It starts');
    expect([jobs.first(['a', 'b']), jobs.reason('b')]).toEqual([undefined, 'It starts']);
  });

  it('start before those that wait for another engine', async () => {
    const { ids, jobs } = await lineOf('There', 'Here', 'There', 'Here');
    expect(jobs.first(ids)?.id).toBe(ids[1]);
    expect(ids.map((id) => jobs.reason(id))).toEqual([AWAY, null, AWAY, null]);
    expect(jobs.first(ids.slice(2))?.id).toBe(ids[3]);
    expect(jobs.first([])).toBeUndefined();
  });

  it('are examined only up to the first that can start', async () => {
    const { ids, asked: requests, jobs } = await lineOf('There', 'Here', 'Here', 'There');
    expect(jobs.first(ids)?.id).toBe(ids[1]);
    expect(requests).toEqual(ids.slice(0, 2));
  });

  it('are read in parts in a long queue, and never start before an unexamined one', async () => {
    const { ids, asked: requests, jobs } = await lineOf(...Array.from({ length: 150 }, () => 'There'), 'Here');
    expect(jobs.first(ids)).toBeUndefined();
    expect(requests).toHaveLength(100);
    expect(jobs.first(ids)?.id).toBe(ids[150]);
  });
});
