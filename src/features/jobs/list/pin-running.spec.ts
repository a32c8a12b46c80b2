import { describe, expect, it } from 'vitest';
import { toFetchedJob } from '@/api/live/merge-job';
import { makeJob } from '@/testing/job-fixtures';
import { pinRunning } from './pin-running';

const fetched = (id: string, status: string) => toFetchedJob(makeJob({ id, status }), 1);
const ids = (rows: ReturnType<typeof pinRunning>) => rows.map(({ job }) => job.id).join(' ');

describe('running jobs', () => {
  const rows = [fetched('e', 'queued'), fetched('d', 'running'), fetched('c', 'failed'), fetched('b', 'canceling')];

  it('are on top, and all others keep their order', () => {
    expect(ids(pinRunning(rows, undefined))).toBe('d b e c');
  });

  it('are taken from any position in the list, each once, and only while they run', () => {
    const deep = [fetched('d', 'running'), fetched('a', 'running'), fetched('c', 'running'), fetched('z', 'succeeded')];
    expect(ids(pinRunning(rows, deep))).toBe('d b a e c');
  });

  it('do not change the list if there are none', () => {
    const quiet = [fetched('b', 'queued'), fetched('a', 'succeeded')];
    expect(pinRunning(quiet, [])).toBe(quiet);
  });
});
