import { describe, expect, test } from 'vitest';
import type { Output } from '@contract/jobs/schemas';
import { makeJob } from '@/testing/job-fixtures';
import { addKnown, jobNotifications, newlyFinished, NO_JOBS } from './notification-text';

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
const finished = (status: string, second: number, more: Parameters<typeof makeJob>[0] = {}) =>
  makeJob({
    id: `job-${second}`,
    status,
    created_at: at(0),
    started_at: at(0),
    completed_at: at(second),
    metadata: { flowdeck_title: 'Coral' },
    ...more,
  });

const output: Output = {
  node_id: '9',
  name: 'coral.png',
  type: 'image',
  content_type: 'image/png',
  size_bytes: 1,
  id: 'a1',
  hash: null,
  url: '/api/v2/assets/a1/content',
  url_expires_at: at(60),
};

describe('notifications of finished jobs', () => {
  test('include jobs that finished since the first list, by the clock of the surface', () => {
    const known = addKnown(null, [finished('succeeded', 5)]);
    const jobs = [finished('succeeded', 4), finished('succeeded', 5), finished('failed', 8)];
    expect(newlyFinished(jobs, known, []).map(({ id }) => id)).toEqual(['job-8']);
    expect(newlyFinished(jobs, addKnown(known, jobs), [])).toEqual([]);
  });

  test('include jobs that are listed later than one that finished after them or in the same second', () => {
    const known = addKnown(addKnown(NO_JOBS, [finished('succeeded', 5)]), [finished('succeeded', 9)]);
    const jobs = [finished('failed', 8), finished('succeeded', 9), finished('succeeded', 9, { id: 'other' })];
    expect(newlyFinished(jobs, known, []).map(({ id }) => id)).toEqual(['job-8', 'other']);
  });

  test('exclude running jobs and jobs that the user canceled', () => {
    expect(newlyFinished([finished('canceled', 8), makeJob({ status: 'running' })], NO_JOBS, [])).toEqual([]);
  });

  test('exclude cells of the batches of this browser, which are announced as one', () => {
    const cells = ['mine/0', 'other/0'].map((flowdeck_batch, index) =>
      finished('succeeded', 8 + index, { metadata: { flowdeck_batch } }),
    );
    expect(newlyFinished(cells, NO_JOBS, ['mine']).map(({ id }) => id)).toEqual(['job-9']);
  });

  test('are separate for a few jobs, each with its outcome', () => {
    const done = finished('succeeded', 48, { outputs: [output, output] });
    const failed = finished('failed', 2, { error: { code: 'execution_error', message: 'The sizes differ' } });
    expect(jobNotifications([done, failed])).toEqual([
      { tag: 'job-48', title: 'Coral: succeeded', body: '2 outputs in 48 s', jobId: 'job-48' },
      { tag: 'job-2', title: 'Coral: failed', body: 'The sizes differ', jobId: 'job-2' },
    ]);
  });

  test('are merged into one for many jobs', () => {
    const many = [1, 2, 3, 4].map((second) => finished(second === 4 ? 'failed' : 'succeeded', second));
    expect(jobNotifications(many)).toEqual([
      { tag: 'flowdeck.ends', title: '4 jobs finished', body: '3 succeeded, 1 failed', jobId: null },
    ]);
  });
});
