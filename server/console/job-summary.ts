import { isTerminal } from '@contract/jobs/lifecycle';
import type { AppDeps } from '../deps';
import type { Caller } from '../http/operation';
import { NO_STORE } from '../jobs/job-access';
import { readLimit, refuse, single } from '../jobs/list-query';
import type { SearchedTimes } from '../storage/job-search';
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
export function answerSummary(
  { url }: Request,
  { owner }: Caller,
  { store, clock }: Pick<AppDeps, 'store' | 'clock'>,
): Response {
  const query = new URL(url).searchParams;
  const from = readInstant(query, 'from') ?? refuse('from is missing');
  const to = readInstant(query, 'to') ?? refuse('to is missing');
  if (to <= from) refuse('to must be later than from');
  const buckets = readLimit(single(query, 'buckets'), 'buckets');
  const times = store.search.times(readSearch(query, owner, clock.now()));
  return Response.json(summarize(times, { from, to, buckets }), { headers: NO_STORE });
}

export function summarize(
  times: readonly SearchedTimes[],
  { from, to, buckets }: { from: number; to: number; buckets: number },
): JobSummary {
  const parts: SearchedTimes[][] = Array.from({ length: buckets }, () => []);
  for (const job of times) {
    const place = Math.floor(((job.createdAt - from) / (to - from)) * buckets);
    parts[place]?.push(job);
  }
  return { ...figuresOf(times), buckets: parts.map(figuresOf) };
}

function figuresOf(jobs: readonly SearchedTimes[]): JobFigures {
  const waits: number[] = [];
  const runs: number[] = [];
  let ended = 0;
  let failed = 0;
  for (const { status, createdAt, startedAt, completedAt } of jobs) {
    if (isTerminal(status)) ended += 1;
    if (status === 'failed') failed += 1;
    if (startedAt !== null) waits.push(Math.max(0, startedAt - createdAt));
    // A run that was cut short says nothing about how long a run takes.
    if (status === 'succeeded' && startedAt !== null && completedAt !== null) {
      runs.push(Math.max(0, completedAt - startedAt));
    }
  }
  return { total: jobs.length, ended, failed, waitMs: median(waits), runMs: median(runs) };
}

function median(values: number[]): number | null {
  const sorted = values.sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  return upper === undefined || lower === undefined ? null : Math.round((lower + upper) / 2);
}
