import { finish } from '@contract/slices';
import { describe, expect, it } from 'vitest';
import { JobTimes, type JobTimesRow } from '../../storage/search/job-times';
import { SummarySums } from './summarize-jobs';

type Times = Omit<JobTimesRow, 'seq'>;

const timesOf = (jobs: readonly Times[]) => JobTimes.of(jobs.map((job, seq) => ({ ...job, seq })));

function summarize(times: JobTimes, span: { from: number; to: number; buckets: number }) {
  const sums = new SummarySums(span);
  for (let index = 0; index < times.length; index += 1) sums.job(times, index);
  return finish(sums.summary());
}

const done = (createdAt: number, waitMs: number, runMs: number): Times => ({
  status: 'succeeded',
  createdAt,
  startedAt: createdAt + waitMs,
  completedAt: createdAt + waitMs + runMs,
});

describe('the statistics of a time range', () => {
  it('are counts and medians, in total and per part', () => {
    const jobs: Times[] = [
      done(0, 10, 100),
      done(49, 20, 300),
      { ...done(50, 30, 9), status: 'failed' },
      { status: 'queued', createdAt: 99, startedAt: null, completedAt: null },
    ];
    expect(summarize(timesOf(jobs), { from: 0, to: 100, buckets: 2 })).toEqual({
      total: 4,
      ended: 3,
      failed: 1,
      waitMs: 20,
      runMs: 200,
      buckets: [
        { total: 2, ended: 2, failed: 0, waitMs: 15, runMs: 200 },
        { total: 2, ended: 1, failed: 1, waitMs: 30, runMs: null },
      ],
    });
  });

  it('are null if there is no data', () => {
    expect(summarize(timesOf([]), { from: 0, to: 1, buckets: 1 })).toEqual({
      total: 0,
      ended: 0,
      failed: 0,
      waitMs: null,
      runMs: null,
      buckets: [{ total: 0, ended: 0, failed: 0, waitMs: null, runMs: null }],
    });
  });

  it('are never negative, even if a clock was set back', () => {
    expect(summarize(timesOf([done(5, -3, -3)]), { from: 0, to: 10, buckets: 1 })).toMatchObject({
      waitMs: 0,
      runMs: 0,
    });
  });
});
