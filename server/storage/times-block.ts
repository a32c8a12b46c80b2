import { JOB_STATUSES } from '@contract/jobs/lifecycle';
import type { JobTimes } from './job-times';

/** How many jobs at most are added up together: as many are sorted anew when one of them changes. */
export const BLOCK_LENGTH = 256;

/** Jobs that follow each other in the order of submission, added up. */
export interface TimesBlock {
  /** Its place in the columns, until before the end. */
  start: number;
  end: number;
  /** The earliest and the latest submission; `Infinity` and `-Infinity` where all its jobs were removed. */
  createdFirst: number;
  createdLast: number;
  sums: TimesSums;
}

export function addUp(times: JobTimes, start: number, end: number): TimesBlock {
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

/** How many jobs have which status, how long they waited, and how long those ran that succeeded. */
export class TimesSums {
  /** By the place in `JOB_STATUSES`. */
  readonly counts = new Uint32Array(JOB_STATUSES.length);
  readonly waits = new Numbers();
  readonly runs = new Numbers();

  add(times: JobTimes, index: number): void {
    const status = times.statusCode(index);
    if (status >= this.counts.length) return;
    this.counts[status] = (this.counts[status] ?? 0) + 1;
    const wait = times.waitOf(index);
    if (wait >= 0) this.waits.push(wait);
    // A run that was cut short says nothing about how long a run takes.
    const run = status === SUCCEEDED ? times.runOf(index) : Number.NaN;
    if (run >= 0) this.runs.push(run);
  }
}

const INITIAL_CAPACITY = 64;

/** Plain arrays of numbers take several times as long to fill, and to copy for their median. */
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

  /** Ascending, and without room for more. */
  sort(): void {
    this.#buffer = this.values.slice().sort();
  }
}
