import { describe, expect, test } from 'vitest';
import type { Output } from '@contract/jobs/schemas';
import { makeJob } from '@/testing/job-fixtures';
import { endedAfter, jobNotifications, newestInstant } from './notification-text';

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
const ended = (status: string, second: number, more: Parameters<typeof makeJob>[0] = {}) =>
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

describe('notices of jobs that ended', () => {
  test('news is what ended after the newest thing that was known, by the clock of the surface', () => {
    const before = [ended('succeeded', 5), makeJob({ status: 'running', created_at: at(7), completed_at: null })];
    const mark = newestInstant(before);
    expect(mark).toBe(Date.parse(at(7)));
    expect(endedAfter([...before, ended('failed', 8)], mark).map(({ id }) => id)).toEqual(['job-8']);
  });

  test('a canceled job is no news to who canceled it, and a running one has not ended', () => {
    expect(endedAfter([ended('canceled', 8), makeJob({ status: 'running' })], 0)).toEqual([]);
  });

  test('a few are told one by one, with what came of them', () => {
    const done = ended('succeeded', 48, { outputs: [output, output] });
    const failed = ended('failed', 2, { error: { code: 'execution_error', message: 'The sizes differ' } });
    expect(jobNotifications([done, failed])).toEqual([
      { tag: 'job-48', title: 'Coral: succeeded', body: '2 outputs in 48 s', jobId: 'job-48' },
      { tag: 'job-2', title: 'Coral: failed', body: 'The sizes differ', jobId: 'job-2' },
    ]);
  });

  test('many are one', () => {
    const many = [1, 2, 3, 4].map((second) => ended(second === 4 ? 'failed' : 'succeeded', second));
    expect(jobNotifications(many)).toEqual([
      { tag: 'flowdeck.ends', title: '4 jobs finished', body: '3 succeeded, 1 failed', jobId: null },
    ]);
  });
});
