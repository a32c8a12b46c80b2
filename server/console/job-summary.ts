import { isTerminal, JOB_STATUSES, type JobStatus } from '@contract/jobs/lifecycle';
import type { AppDeps } from '../deps';
import type { Caller } from '../http/operation';
import { NO_STORE } from '../jobs/job-access';
import { readLimit, refuse, single } from '../jobs/list-query';
import type { JobTimes } from '../storage/job-times';
import { medians } from './median';
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
  const sums = new SummarySums({ from, to, buckets });
  await store.search.visit(readSearch(query, owner, clock.now()), (times, index) => sums.add(times, index));
  return Response.json(sums.summary(), { headers: NO_STORE });
}

export class SummarySums {
  readonly #from: number;
  readonly #length: number;
  readonly #outside = new FigureSums();
  readonly #parts: readonly FigureSums[];

  constructor({ from, to, buckets }: { from: number; to: number; buckets: number }) {
    this.#from = from;
    this.#length = to - from;
    this.#parts = Array.from({ length: buckets }, () => new FigureSums());
  }

  add(times: JobTimes, index: number): void {
    const place = Math.floor(((times.created(index) - this.#from) / this.#length) * this.#parts.length);
    (this.#parts[place] ?? this.#outside).add(times, index);
  }

  summary(): JobSummary {
    const all = [this.#outside, ...this.#parts];
    const waits = medians(all.map((part) => part.waits.values));
    const runs = medians(all.map((part) => part.runs.values));
    return {
      ...figuresOf(all, waits.ofAll, runs.ofAll),
      buckets: this.#parts.map((part, at) => figuresOf([part], waits.ofEach[at + 1], runs.ofEach[at + 1])),
    };
  }
}

const ENDED = JOB_STATUSES.filter(isTerminal);
const SUCCEEDED = JOB_STATUSES.indexOf('succeeded');

class FigureSums {
  readonly #counts = new Uint32Array(JOB_STATUSES.length);
  readonly waits = new Numbers();
  readonly runs = new Numbers();

  add(times: JobTimes, index: number): void {
    const status = times.statusCode(index);
    if (status >= this.#counts.length) return;
    this.#counts[status] = (this.#counts[status] ?? 0) + 1;
    const wait = times.waitOf(index);
    if (wait >= 0) this.waits.push(wait);
    // A run that was cut short says nothing about how long a run takes.
    const run = status === SUCCEEDED ? times.runOf(index) : Number.NaN;
    if (run >= 0) this.runs.push(run);
  }

  count(statuses: readonly JobStatus[]): number {
    return statuses.reduce((sum, status) => sum + (this.#counts[JOB_STATUSES.indexOf(status)] ?? 0), 0);
  }
}

/** Plain arrays of numbers take several times as long to fill, and to copy for their median. */
class Numbers {
  #buffer = new Float64Array(64);
  #length = 0;

  get values(): Float64Array {
    return this.#buffer.subarray(0, this.#length);
  }

  push(value: number): void {
    if (this.#length === this.#buffer.length) {
      const grown = new Float64Array(this.#length * 2);
      grown.set(this.#buffer);
      this.#buffer = grown;
    }
    this.#buffer[this.#length] = value;
    this.#length += 1;
  }
}

function figuresOf(sums: readonly FigureSums[], wait: number | null = null, run: number | null = null): JobFigures {
  const count = (statuses: readonly JobStatus[]) => sums.reduce((sum, each) => sum + each.count(statuses), 0);
  return {
    total: count(JOB_STATUSES),
    ended: count(ENDED),
    failed: count(['failed']),
    waitMs: wait === null ? null : Math.round(wait),
    runMs: run === null ? null : Math.round(run),
  };
}
