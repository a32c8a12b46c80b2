import { fc } from '@contract/testing/properties';
import { describe, expect, it } from 'vitest';
import type { ListedJob, Output, Progress } from '@contract/jobs/schemas';
import { applyEvent } from './event-table';
import { mergeJob, newerCopy, readingOf } from './merge-job';
import { EMPTY_OVERLAY, type JobOverlay } from './overlay';

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

describe('which reading is kept', () => {
  it('drops an answer whose request started before a newer one', () => {
    const known = readingOf(job({ status: 'running' }), 20);
    expect(newerCopy(known, readingOf(job({ status: 'queued' }), 10))).toBe(known);
  });

  it('J-3.15: a terminal job never goes back, even by a later request', () => {
    const known = readingOf(job({ status: 'succeeded' }), 20);
    expect(newerCopy(known, readingOf(job({ status: 'running' }), 30)).job.status).toBe('succeeded');
  });

  it('lets a later terminal answer refresh an earlier one', () => {
    const known = readingOf(job({ status: 'succeeded', outputs: [] }), 20);
    const late = readingOf(job({ status: 'succeeded', outputs: [output('a')] }), 30);
    expect(newerCopy(known, late).job.outputs).toHaveLength(1);
  });

  it('believes that an active job is expired when a later answer says so again', () => {
    const expired = (at: number) => readingOf(job({ status: 'expired' }), at);
    const first = newerCopy(readingOf(job({ status: 'running' }), 10), expired(20));
    expect(first.job.status).toBe('running');
    const soon = newerCopy(first, expired(1000));
    expect(soon.job.status).toBe('running');
    expect(newerCopy(soon, expired(1520)).job.status).toBe('expired');
    const recovered = newerCopy(soon, readingOf(job({ status: 'succeeded' }), 1100));
    expect(recovered.job.status).toBe('succeeded');
    const active = newerCopy(soon, readingOf(job({ status: 'running' }), 1100));
    expect(newerCopy(active, expired(9000)).job.status).toBe('running');
  });

  it('believes at once that a job has expired of which nothing was known', () => {
    expect(newerCopy(undefined, readingOf(job({ status: 'expired' }), 20)).job.status).toBe('expired');
  });

  it('keeps the job as the GET told it while the bar stays where it was', () => {
    const kept = newerCopy(
      readingOf(job({ progress: progress(0.6) }), 1),
      readingOf(job({ progress: progress(0.55) }), 2),
    );
    expect(kept.job.progress?.value).toBe(0.55);
    expect(kept.progress?.value).toBe(0.6);
  });

  it('is the same whatever the order of arrival, for any set of answers', () => {
    const answers = fc.uniqueArray(
      fc.record({
        startedAt: fc.integer({ min: 0, max: 100 }),
        status: fc.constantFrom('queued', 'running', 'canceling'),
      }),
      { selector: ({ startedAt }) => startedAt, minLength: 1 },
    );
    fc.assert(
      fc.property(answers, fc.infiniteStream(fc.nat()), (list, random) => {
        const readings = list.map(({ startedAt, status }) => readingOf(job({ status }), startedAt));
        const shuffled = readings
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

describe('overlay over the polled job', () => {
  it('shows a status that arrived after the request left', () => {
    expect(
      mergeJob(readingOf(job({ status: 'queued', queue_position: 2 }), 10), status('running', 11)).job,
    ).toMatchObject({
      status: 'running',
      queue_position: null,
    });
  });

  it('never contradicts a GET that started later', () => {
    const merged = mergeJob(readingOf(job({ status: 'queued', queue_position: 1 }), 12), status('running', 11));
    expect(merged.job).toMatchObject({ status: 'queued', queue_position: 1 });
  });

  it('takes no step back', () => {
    expect(mergeJob(readingOf(job({ status: 'canceling' }), 10), status('running', 11)).job.status).toBe('canceling');
  });

  it('J-3.15: shows a terminal GET as it is, whatever the stream says', () => {
    const ended = job({ status: 'failed', progress: progress(0.4) });
    const told = overlay({
      status: { value: 'running', queuePosition: null, at: 99 },
      progress: { snapshot: progress(0.9), at: 99 },
      preview: { node_id: '1', content_type: 'image/png', data_base64: 'AAAA', at: 99 },
      outputs: [{ output: output('a'), at: 99 }],
    });
    expect(mergeJob(readingOf(ended, 10), told)).toEqual({ job: ended, preview: null, isEnding: false });
  });

  it('J-2.02: shows an output that the stream told before a GET did', () => {
    const told = overlay({ outputs: [{ output: output('a'), at: 11 }] });
    expect(mergeJob(readingOf(job(), 10), told).job.outputs?.map(({ id }) => id)).toEqual(['a']);
  });

  it('drops an early output that a later GET does not know', () => {
    const told = overlay({ outputs: [{ output: output('a'), at: 11 }] });
    expect(mergeJob(readingOf(job({ outputs: [] }), 12), told).job.outputs).toEqual([]);
  });

  it('keeps early outputs where the listing leaves outputs out', () => {
    const { outputs: _left, ...bare } = job();
    const told = overlay({ outputs: [{ output: output('a'), at: 11 }] });
    expect(mergeJob(readingOf(bare, 12), told).job.outputs).toHaveLength(1);
  });

  it('replaces the file of an earlier attempt', () => {
    const told = overlay({ outputs: [{ output: output('new', 'x.png'), at: 11 }] });
    const merged = mergeJob(readingOf(job({ outputs: [output('old', 'x.png'), output('b')] }), 10), told);
    expect(merged.job.outputs?.map(({ id }) => id)).toEqual(['b', 'new']);
  });

  it('tells that a job is ending while the GET still says running', () => {
    const merged = mergeJob(readingOf(job(), 10), overlay({ hasEnded: true }));
    expect(merged).toMatchObject({ isEnding: true, job: { status: 'running' } });
  });

  it('J-2.11: leaves progress null where nobody told any', () => {
    expect(mergeJob(readingOf(job(), 10), overlay({})).job.progress).toBeNull();
  });

  it('the bar never falls, however stream and GETs lag behind each other', () => {
    const observation = fc.record({
      isGet: fc.boolean(),
      gain: fc.double({ min: 0, max: 0.1, noNaN: true }),
      lag: fc.double({ min: 0, max: 0.15, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(observation, { minLength: 2, maxLength: 20 }), (list) => {
        let known = readingOf(job({ progress: progress(0) }), 0);
        let told: JobOverlay = EMPTY_OVERLAY;
        let truth = 0;
        for (const [index, { isGet, gain, lag }] of list.entries()) {
          truth = Math.min(1, truth + gain);
          const seen = progress(Math.max(0, truth - lag));
          const before = mergeJob(known, told).job.progress?.value ?? 0;
          if (isGet) known = newerCopy(known, readingOf(job({ progress: seen }), index + 0.5));
          else told = applyEvent(told, { event: 'progress', data: seen }, index + 0.5).overlay;
          if ((mergeJob(known, told).job.progress?.value ?? 0) < before) return false;
        }
        return true;
      }),
    );
  });
});
