import type { JobSummary, JobSummaryStats } from '@contract/console/schemas';
import { runInSlices, type Slices } from '@contract/slices';
import { isTerminal, JOB_STATUSES, type JobStatus } from '@contract/jobs/lifecycle';
import type { AppDeps } from '../../deps';
import type { OperationHandler } from '../../http/operation';
import { yieldEvery } from '../../jobs/run/pauses';
import { NO_STORE } from '../../jobs/job-access';
import { readLimit, rejectWith, single } from '../../jobs/list-query';
import type { TimesVisitor } from '../../storage/search/job-search';
import type { JobTimes } from '../../storage/search/job-times';
import { TimesSums, type TimesBlock } from '../../storage/search/times-block';
import { medians, type PartOfNumbers } from './median';
import { readTimestamp, readSearch } from './search-query';

/** Maximum time per turn. The first summary after a start takes ten times as long as later ones, whose code is compiled. */
const TURN_MS = 5;

/**
 * `GET /console/jobs/summary`: statistics of the jobs submitted from `from` until before `to`, and of `buckets` parts of that time.
 */
export const summarizeJobs =
  ({ store, clock }: Pick<AppDeps, 'store' | 'clock'>): OperationHandler =>
  async ({ query, caller: { owner } }) => {
    const from = readTimestamp(query, 'from') ?? rejectWith('from is missing');
    const to = readTimestamp(query, 'to') ?? rejectWith('to is missing');
    if (to <= from) rejectWith('to must be later than from');
    const buckets = readLimit(single(query, 'buckets'), 'buckets');
    const sums = new SummarySums({ from, to, buckets });
    await store.search.visit(readSearch(query, owner, clock.now(), store), sums);
    return Response.json(await runInSlices(sums.summary(), yieldEvery(TURN_MS, clock)), { headers: NO_STORE });
  };

/** Aggregates jobs one by one, or block by block if all jobs of a block belong to the same part. */
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
    const position = this.#placeOf(createdFirst);
    if (this.#placeOf(createdLast) !== position) return false;
    this.#part(position).addBlock(sums);
    return true;
  }

  /** Unaffected by concurrent changes of jobs: blocks are replaced, never mutated. */
  *summary(): Slices<JobSummary> {
    const all = [this.#outside, ...this.#parts];
    const waits = yield* medians(all.map((part) => part.numbers('waits')));
    const runs = yield* medians(all.map((part) => part.numbers('runs')));
    return {
      ...statsOf(all, waits.ofAll, runs.ofAll),
      buckets: this.#parts.map((part, at) => statsOf([part], waits.ofEach[at + 1], runs.ofEach[at + 1])),
    };
  }

  /** Returns the index of the part; -1 before the first and `buckets` after the last. */
  #placeOf(created: number): number {
    const position = Math.floor(((created - this.#from) / this.#length) * this.#parts.length);
    return Math.max(-1, Math.min(position, this.#parts.length));
  }

  #part(position: number): PartSums {
    return this.#parts[position] ?? this.#outside;
  }
}

const ENDED = JOB_STATUSES.filter(isTerminal);

class PartSums {
  /** Includes the counts of the blocks. */
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

function statsOf(sums: readonly PartSums[], wait: number | null = null, run: number | null = null): JobSummaryStats {
  const count = (statuses: readonly JobStatus[]) => sums.reduce((sum, each) => sum + each.count(statuses), 0);
  return {
    total: count(JOB_STATUSES),
    ended: count(ENDED),
    failed: count(['failed']),
    waitMs: wait === null ? null : Math.round(wait),
    runMs: run === null ? null : Math.round(run),
  };
}
