import { describe, expect, test } from 'vitest';
import type { Output } from '@contract/jobs/schemas';
import { makeJob } from '@/testing/job-fixtures';
import { finishedAfter, jobNotifications, newestTimestamp } from './notification-text';

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
  test('include jobs that finished after the newest known one, by the clock of the surface', () => {
    const before = [finished('succeeded', 5), makeJob({ status: 'running', created_at: at(7), completed_at: null })];
    const mark = newestTimestamp(before);
    expect(mark).toBe(Date.parse(at(7)));
    expect(finishedAfter([...before, finished('failed', 8)], mark, []).map(({ id }) => id)).toEqual(['job-8']);
  });

  test('exclude running jobs and jobs that the user canceled', () => {
    expect(finishedAfter([finished('canceled', 8), makeJob({ status: 'running' })], 0, [])).toEqual([]);
  });

  test('exclude cells of the batches of this browser, which are announced as one', () => {
    const cells = ['mine/0', 'other/0'].map((flowdeck_batch, index) =>
      finished('succeeded', 8 + index, { metadata: { flowdeck_batch } }),
    );
    expect(finishedAfter(cells, 0, ['mine']).map(({ id }) => id)).toEqual(['job-9']);
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
