import { isTerminal, JOB_STATUSES, type JobStatus } from '@contract/jobs/lifecycle';
import type { AppDeps } from '../deps';
import type { Caller } from '../http/operation';
import { NO_STORE } from '../jobs/job-access';
import { readLimit, refuse, single } from '../jobs/list-query';
import type { JobTimes } from '../storage/job-times';
import { median } from './median';
import { readInstant, readSearch } from './search-query';

export interface JobFigures {
  /** Jobs that were submitted. */
  total: number;
  /** Of these, those that are over, and those that failed. */
  ended: number;
  failed: number;
  /** Medians in milliseconds; null where nothing has started, or nothing has run to its end. */
  waitMs: number | null;
  runMs: number | null;
}

export interface JobSummary extends JobFigures {
  /** Equal parts of the time asked for, oldest first. */
  buckets: JobFigures[];
}

/** `GET /console/jobs/summary`: figures of the jobs submitted from `from` until before `to`, and of `buckets` parts of it. */
export async function answerSummary(
  { url }: Request,
  { owner }: Caller,
  { store, clock }: Pick<AppDeps, 'store' | 'clock'>,
): Promise<Response> {
  const query = new URL(url).searchParams;
  const from = readInstant(query, 'from') ?? refuse('from is missing');
  const to = readInstant(query, 'to') ?? refuse('to is missing');
  if (to <= from) refuse('to must be later than from');
  const buckets = readLimit(single(query, 'buckets'), 'buckets');
  const times = await store.search.times(readSearch(query, owner, clock.now()));
  return Response.json(summarize(times, { from, to, buckets }), { headers: NO_STORE });
}

export function summarize(
  times: JobTimes,
  { from, to, buckets }: { from: number; to: number; buckets: number },
): JobSummary {
  const outside = new FigureSums();
  const parts = Array.from({ length: buckets }, () => new FigureSums());
  for (let index = 0; index < times.length; index += 1) {
    const place = Math.floor(((times.created(index) - from) / (to - from)) * buckets);
    (parts[place] ?? outside).add(times, index);
  }
  return { ...figuresOf([outside, ...parts]), buckets: parts.map((part) => figuresOf([part])) };
}

class FigureSums {
  total = 0;
  ended = 0;
  failed = 0;
  readonly waits: number[] = [];
  readonly runs: number[] = [];

  add(times: JobTimes, index: number): void {
    const status = times.status(index);
    if (status === undefined) return;
    this.total += 1;
    if (ENDED.has(status)) this.ended += 1;
    if (status === 'failed') this.failed += 1;
    const wait = times.waitOf(index);
    if (wait >= 0) this.waits.push(wait);
    // A run that was cut short says nothing about how long a run takes.
    const run = status === 'succeeded' ? times.runOf(index) : Number.NaN;
    if (run >= 0) this.runs.push(run);
  }
}

const ENDED: ReadonlySet<JobStatus> = new Set(JOB_STATUSES.filter(isTerminal));

function figuresOf(sums: readonly FigureSums[]): JobFigures {
  const total = (field: 'total' | 'ended' | 'failed') => sums.reduce((sum, each) => sum + each[field], 0);
  return {
    total: total('total'),
    ended: total('ended'),
    failed: total('failed'),
    waitMs: roundedMedian(sums.map(({ waits }) => waits)),
    runMs: roundedMedian(sums.map(({ runs }) => runs)),
  };
}

function roundedMedian(lists: readonly (readonly number[])[]): number | null {
  const middle = median(lists);
  return middle === null ? null : Math.round(middle);
}
