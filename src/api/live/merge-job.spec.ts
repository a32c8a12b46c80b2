import { fc } from '@contract/testing/properties';
import { describe, expect, it } from 'vitest';
import type { ListedJob, Output, Progress } from '@contract/jobs/schemas';
import { applyEvent, EMPTY_OVERLAY } from './event-table';
import { mergeJob, newerCopy, toFetchedJob, type JobOverlay } from './merge-job';

const job = (more: Partial<ListedJob> = {}): ListedJob => ({
  id: 'j',
  status: 'running',
  created_at: '2030-01-01T00:00:00Z',
  started_at: null,
  completed_at: null,
  queue_position: null,
  progress: null,
  outputs: [],
  error: null,
  ...more,
});
const progress = (value: number): Progress => ({ value, nodes_done: 0, nodes_total: 1 });
const output = (id: string, name = `${id}.png`): Output => ({
  id,
  node_id: '9',
  name,
  type: 'image',
  content_type: 'image/png',
  size_bytes: 1,
  hash: null,
  url: 'http://127.0.0.1/x',
  url_expires_at: '2030-01-01T00:00:00Z',
});
const overlay = (more: Partial<JobOverlay>): JobOverlay => ({ ...EMPTY_OVERLAY, ...more });

const status = (value: string, at: number) => overlay({ status: { value, queuePosition: undefined, at } });

describe('the choice between two copies of a job', () => {
  it('discards a response whose request started before a newer one', () => {
    const known = toFetchedJob(job({ status: 'running' }), 20);
    expect(newerCopy(known, toFetchedJob(job({ status: 'queued' }), 10))).toBe(known);
  });

  it('J-3.15: a terminal job never goes back, even by a later request', () => {
    const known = toFetchedJob(job({ status: 'succeeded' }), 20);
    expect(newerCopy(known, toFetchedJob(job({ status: 'running' }), 30)).job.status).toBe('succeeded');
  });

  it('lets a later terminal response replace an earlier one', () => {
    const known = toFetchedJob(job({ status: 'succeeded', outputs: [] }), 20);
    const late = toFetchedJob(job({ status: 'succeeded', outputs: [output('a')] }), 30);
    expect(newerCopy(known, late).job.outputs).toHaveLength(1);
  });

  it('accepts that an active job is expired once a second response confirms it', () => {
    const expired = (at: number) => toFetchedJob(job({ status: 'expired' }), at);
    const first = newerCopy(toFetchedJob(job({ status: 'running' }), 10), expired(20));
    expect(first.job.status).toBe('running');
    const soon = newerCopy(first, expired(1000));
    expect(soon.job.status).toBe('running');
    expect(newerCopy(soon, expired(1520)).job.status).toBe('expired');
    const recovered = newerCopy(soon, toFetchedJob(job({ status: 'succeeded' }), 1100));
    expect(recovered.job.status).toBe('succeeded');
    const active = newerCopy(soon, toFetchedJob(job({ status: 'running' }), 1100));
    expect(newerCopy(active, expired(9000)).job.status).toBe('running');
  });

  it('accepts at once that a previously unknown job has expired', () => {
    expect(newerCopy(undefined, toFetchedJob(job({ status: 'expired' }), 20)).job.status).toBe('expired');
  });

  it('takes the job from the GET, and does not decrease the displayed progress', () => {
    const kept = newerCopy(
      toFetchedJob(job({ progress: progress(0.6) }), 1),
      toFetchedJob(job({ progress: progress(0.55) }), 2),
    );
    expect(kept.job.progress?.value).toBe(0.55);
    expect(kept.progress?.value).toBe(0.6);
  });

  it('does not depend on the order of arrival, for any set of responses', () => {
    const responses = fc.uniqueArray(
      fc.record({
        startedAt: fc.integer({ min: 0, max: 100 }),
        status: fc.constantFrom('queued', 'running', 'canceling'),
      }),
      { selector: ({ startedAt }) => startedAt, minLength: 1 },
    );
    fc.assert(
      fc.property(responses, fc.infiniteStream(fc.nat()), (list, random) => {
        const fetchedJobs = list.map(({ startedAt, status }) => toFetchedJob(job({ status }), startedAt));
        const shuffled = fetchedJobs
          .map((item) => ({ item, key: random.next().value ?? 0 }))
          .sort((a, b) => a.key - b.key)
          .map(({ item }) => item);
        const [first, ...rest] = shuffled;
        if (!first) return false;
        const kept = rest.reduce(newerCopy, first);
        return kept.startedAt === Math.max(...list.map(({ startedAt }) => startedAt));
      }),
    );
  });
});

describe('the overlay on the polled job', () => {
  it('shows a status that arrived after the request was sent', () => {
    expect(
      mergeJob(toFetchedJob(job({ status: 'queued', queue_position: 2 }), 10), status('running', 11)).job,
    ).toMatchObject({
      status: 'running',
      queue_position: null,
    });
  });

  it('never contradicts a GET that started later', () => {
    const merged = mergeJob(toFetchedJob(job({ status: 'queued', queue_position: 1 }), 12), status('running', 11));
    expect(merged.job).toMatchObject({ status: 'queued', queue_position: 1 });
  });

  it('never moves the status backward', () => {
    expect(mergeJob(toFetchedJob(job({ status: 'canceling' }), 10), status('running', 11)).job.status).toBe(
      'canceling',
    );
  });

  it('J-3.15: shows a terminal GET unchanged, whatever the stream reports', () => {
    const finished = job({ status: 'failed', progress: progress(0.4) });
    const reported = overlay({
      status: { value: 'running', queuePosition: null, at: 99 },
      progress: { snapshot: progress(0.9), at: 99 },
      preview: { node_id: '1', content_type: 'image/png', data_base64: 'AAAA', at: 99 },
      outputs: [{ output: output('a'), at: 99 }],
    });
    expect(mergeJob(toFetchedJob(finished, 10), reported)).toEqual({ job: finished, preview: null, isEnding: false });
  });

  it('J-2.02: shows an output that the stream reported before a GET', () => {
    const reported = overlay({ outputs: [{ output: output('a'), at: 11 }] });
    expect(mergeJob(toFetchedJob(job(), 10), reported).job.outputs?.map(({ id }) => id)).toEqual(['a']);
  });

  it('discards an early output that a later GET does not contain', () => {
    const reported = overlay({ outputs: [{ output: output('a'), at: 11 }] });
    expect(mergeJob(toFetchedJob(job({ outputs: [] }), 12), reported).job.outputs).toEqual([]);
  });

  it('retains early outputs if the listing omits outputs', () => {
    const { outputs: _left, ...bare } = job();
    const reported = overlay({ outputs: [{ output: output('a'), at: 11 }] });
    expect(mergeJob(toFetchedJob(bare, 12), reported).job.outputs).toHaveLength(1);
  });

  it('replaces the file of an earlier attempt', () => {
    const reported = overlay({ outputs: [{ output: output('new', 'x.png'), at: 11 }] });
    const merged = mergeJob(toFetchedJob(job({ outputs: [output('old', 'x.png'), output('b')] }), 10), reported);
    expect(merged.job.outputs?.map(({ id }) => id)).toEqual(['b', 'new']);
  });

  it('shows that a job is finishing while the GET still reports running', () => {
    const merged = mergeJob(toFetchedJob(job(), 10), overlay({ isFinished: true }));
    expect(merged).toMatchObject({ isEnding: true, job: { status: 'running' } });
  });

  it('J-2.11: leaves progress null if none was reported', () => {
    expect(mergeJob(toFetchedJob(job(), 10), overlay({})).job.progress).toBeNull();
  });

  it('never decreases progress, however stream and GETs lag behind each other', () => {
    const observation = fc.record({
      isGet: fc.boolean(),
      gain: fc.double({ min: 0, max: 0.1, noNaN: true }),
      lag: fc.double({ min: 0, max: 0.15, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(observation, { minLength: 2, maxLength: 20 }), (list) => {
        let known = toFetchedJob(job({ progress: progress(0) }), 0);
        let reported: JobOverlay = EMPTY_OVERLAY;
        let truth = 0;
        for (const [index, { isGet, gain, lag }] of list.entries()) {
          truth = Math.min(1, truth + gain);
          const seen = progress(Math.max(0, truth - lag));
          const before = mergeJob(known, reported).job.progress?.value ?? 0;
          if (isGet) known = newerCopy(known, toFetchedJob(job({ progress: seen }), index + 0.5));
          else reported = applyEvent(reported, { event: 'progress', data: seen }, index + 0.5).overlay;
          if ((mergeJob(known, reported).job.progress?.value ?? 0) < before) return false;
        }
        return true;
      }),
    );
  });
});
