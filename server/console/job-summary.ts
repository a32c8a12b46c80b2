import type { Slices } from '@contract/slices';
import { isTerminal, JOB_STATUSES, type JobStatus } from '@contract/jobs/lifecycle';
import type { AppDeps } from '../deps';
import type { Caller } from '../http/operation';
import { inTurns, pauseEvery } from '../jobs/in-turns';
import { NO_STORE } from '../jobs/job-access';
import { readLimit, refuse, single } from '../jobs/list-query';
import type { TimesVisitor } from '../storage/job-search';
import type { JobTimes } from '../storage/job-times';
import { TimesSums, type TimesBlock } from '../storage/times-block';
import { medians, type PartOfNumbers } from './median';
import { readInstant, readSearch } from './search-query';

export interface JobSummaryStats {
  /** Jobs that were submitted. */
  total: number;
  /** Of these, those that are over, and those that failed. */
  ended: number;
  failed: number;
  /** Medians in milliseconds; null where nothing has started, or nothing has run to its end. */
  waitMs: number | null;
  runMs: number | null;
}

export interface JobSummary extends JobSummaryStats {
  /** Equal parts of the time asked for, oldest first. */
  buckets: JobSummaryStats[];
}

/** The first summary after a start takes ten times as long as later ones, whose code has been compiled. */
const TURN_MS = 5;

/** `GET /console/jobs/summary`: figures of the jobs submitted from `from` until before `to`, and of `buckets` parts of it. */
export async function responseSummary(
  { url }: Request,
  { owner }: Caller,
  { store, clock }: Pick<AppDeps, 'store' | 'clock'>,
): Promise<Response> {
  const query = new URL(url).searchParams;
  const from = readInstant(query, 'from') ?? refuse('from is missing');
  const to = readInstant(query, 'to') ?? refuse('to is missing');
  if (to <= from) refuse('to must be later than from');
  const buckets = readLimit(single(query, 'buckets'), 'buckets');
  const sums = new SummarySums({ from, to, buckets });
  await store.search.visit(readSearch(query, owner, clock.now()), sums);
  return Response.json(await inTurns(sums.summary(), pauseEvery(TURN_MS, clock)), { headers: NO_STORE });
}

/** Adds up jobs one by one, or block by block where all jobs of a block belong to the same part. */
export class SummarySums implements TimesVisitor {
  readonly #from: number;
  readonly #length: number;
  readonly #outside = new PartSums();
  readonly #parts: readonly PartSums[];

  constructor({ from, to, buckets }: { from: number; to: number; buckets: number }) {
    this.#from = from;
    this.#length = to - from;
    this.#parts = Array.from({ length: buckets }, () => new PartSums());
  }

  job(times: JobTimes, index: number): void {
    this.#part(this.#placeOf(times.created(index))).sums.add(times, index);
  }

  block({ createdFirst, createdLast, sums }: TimesBlock): boolean {
    const place = this.#placeOf(createdFirst);
    if (this.#placeOf(createdLast) !== place) return false;
    this.#part(place).addBlock(sums);
    return true;
  }

  /** Stays as it is when jobs change meanwhile: blocks are replaced, never changed. */
  *summary(): Slices<JobSummary> {
    const all = [this.#outside, ...this.#parts];
    const waits = yield* medians(all.map((part) => part.numbers('waits')));
    const runs = yield* medians(all.map((part) => part.numbers('runs')));
    return {
      ...figuresOf(all, waits.ofAll, runs.ofAll),
      buckets: this.#parts.map((part, at) => figuresOf([part], waits.ofEach[at + 1], runs.ofEach[at + 1])),
    };
  }

  /** Which part it belongs to; -1 and `buckets` are what lies before and behind them. */
  #placeOf(created: number): number {
    const place = Math.floor(((created - this.#from) / this.#length) * this.#parts.length);
    return Math.max(-1, Math.min(place, this.#parts.length));
  }

  #part(place: number): PartSums {
    return this.#parts[place] ?? this.#outside;
  }
}

const ENDED = JOB_STATUSES.filter(isTerminal);

class PartSums {
  /** Their counts are those of the blocks too. */
  readonly sums = new TimesSums();
  readonly #blocks: TimesSums[] = [];

  addBlock(block: TimesSums): void {
    this.#blocks.push(block);
    block.counts.forEach((count, code) => (this.sums.counts[code] = (this.sums.counts[code] ?? 0) + count));
  }

  count(statuses: readonly JobStatus[]): number {
    return statuses.reduce((sum, status) => sum + (this.sums.counts[JOB_STATUSES.indexOf(status)] ?? 0), 0);
  }

  numbers(kind: 'waits' | 'runs'): PartOfNumbers {
    return { ascending: this.#blocks.map((sums) => sums[kind].values), loose: this.sums[kind].values };
  }
}

function figuresOf(sums: readonly PartSums[], wait: number | null = null, run: number | null = null): JobSummaryStats {
  const count = (statuses: readonly JobStatus[]) => sums.reduce((sum, each) => sum + each.count(statuses), 0);
  return {
    total: count(JOB_STATUSES),
    ended: count(ENDED),
    failed: count(['failed']),
    waitMs: wait === null ? null : Math.round(wait),
    runMs: run === null ? null : Math.round(run),
  };
}
