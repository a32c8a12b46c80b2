import { JOB_STATUSES } from '@contract/jobs/lifecycle';

/** Maximum number of jobs per block, and thus the number to sort again when one of them changes. */
export const BLOCK_LENGTH = 256;

/** Aggregate of jobs that are consecutive in submission order. */
export interface TimesBlock {
  /** Start index in the columns; `end` is exclusive. */
  start: number;
  end: number;
  /** Earliest and latest submission; `Infinity` and `-Infinity` if all its jobs were removed. */
  createdFirst: number;
  createdLast: number;
  sums: TimesSums;
}

/** The columns to aggregate, by index of the job. */
interface TimesRead {
  isRemoved(index: number): boolean;
  created(index: number): number;
  statusCode(index: number): number;
  /** Negative or `NaN` if there is no value. */
  waitOf(index: number): number;
  runOf(index: number): number;
}

export function addUp(times: TimesRead, start: number, end: number): TimesBlock {
  const block = { start, end, createdFirst: Infinity, createdLast: -Infinity, sums: new TimesSums() };
  for (let index = start; index < end; index += 1) {
    if (times.isRemoved(index)) continue;
    const created = times.created(index);
    block.createdFirst = Math.min(block.createdFirst, created);
    block.createdLast = Math.max(block.createdLast, created);
    block.sums.add(times, index);
  }
  block.sums.waits.sort();
  block.sums.runs.sort();
  return block;
}

const SUCCEEDED = JOB_STATUSES.indexOf('succeeded');

/** Number of jobs per status, their wait times, and the run times of succeeded jobs. */
export class TimesSums {
  /** By index in `JOB_STATUSES`. */
  readonly counts = new Uint32Array(JOB_STATUSES.length);
  readonly waits = new Numbers();
  readonly runs = new Numbers();

  add(times: TimesRead, index: number): void {
    const status = times.statusCode(index);
    if (status >= this.counts.length) return;
    this.counts[status] = (this.counts[status] ?? 0) + 1;
    const wait = times.waitOf(index);
    if (wait >= 0) this.waits.push(wait);
    // An interrupted run says nothing about the duration of a run.
    const run = status === SUCCEEDED ? times.runOf(index) : Number.NaN;
    if (run >= 0) this.runs.push(run);
  }
}

const INITIAL_CAPACITY = 64;

/** Growable typed array: plain arrays of numbers take several times as long to fill, and to copy for their median. */
class Numbers {
  #buffer = new Float64Array(INITIAL_CAPACITY);
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

  /** Sorts ascending and drops spare capacity. */
  sort(): void {
    this.#buffer = this.values.slice().sort();
  }
}
