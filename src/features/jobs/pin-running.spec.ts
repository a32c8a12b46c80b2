import { describe, expect, it } from 'vitest';
import { readingOf } from '@/api/live/merge-job';
import { makeJob } from '@/testing/job-fixtures';
import { pinRunning } from './pin-running';

const reading = (id: string, status: string) => readingOf(makeJob({ id, status }), 1);
const ids = (rows: ReturnType<typeof pinRunning>) => rows.map(({ job }) => job.id).join(' ');

describe('running jobs', () => {
  const rows = [reading('e', 'queued'), reading('d', 'running'), reading('c', 'failed'), reading('b', 'canceling')];

  it('stand on top, and all others keep their order', () => {
    expect(ids(pinRunning(rows, undefined))).toBe('d b e c');
  });

  it('are taken from deep in the list, each once, and only while they run', () => {
    const deep = [reading('d', 'running'), reading('a', 'running'), reading('c', 'running'), reading('z', 'succeeded')];
    expect(ids(pinRunning(rows, deep))).toBe('d b a e c');
  });

  it('leave the list as it is when there are none', () => {
    const quiet = [reading('b', 'queued'), reading('a', 'succeeded')];
    expect(pinRunning(quiet, [])).toBe(quiet);
  });
});
