import { JOB_STATUSES, type JobStatus } from '@contract/jobs/lifecycle';
import type { JobRecord } from './store';
import { addUp, BLOCK_LENGTH, type TimesBlock } from './times-block';

export type JobTimesRow = Pick<JobRecord, 'seq' | 'status' | 'createdAt' | 'startedAt' | 'completedAt'>;

const INITIAL_CAPACITY = 1024;
/** In place of a status: the job was removed. */
const REMOVED = 255;

/**
 * When jobs were submitted, started and finished, in the order of submission, as columns: a query over 100,000 of them takes
 * about a millisecond, and each takes 33 bytes. Once blocks were asked for it is 49.
 */
export class JobTimes {
  /** Includes the removed ones. */
  length = 0;
  seqs = new Float64Array(INITIAL_CAPACITY);
  createdAt = new Float64Array(INITIAL_CAPACITY);
  /** NaN: not yet. */
  startedAt = new Float64Array(INITIAL_CAPACITY);
  /** NaN: not yet. */
  completedAt = new Float64Array(INITIAL_CAPACITY);
  #statuses = new Uint8Array(INITIAL_CAPACITY);
  #removed = 0;
  /** Without those that changed since they were added up. */
  #blocks: (TimesBlock | undefined)[] = [];

  /** @param rows in any order */
  static of(rows: Iterable<JobTimesRow>): JobTimes {
    const times = new JobTimes();
    for (const row of rows) times.set(row);
    return times;
  }

  /** Adds a job, or replaces it. */
  set({ seq, status, createdAt, startedAt, completedAt }: JobTimesRow): void {
    const index = this.#place(seq);
    this.#blocks[blockAt(index)] = undefined;
    if (this.#statuses[index] === REMOVED) this.#removed -= 1;
    this.seqs[index] = seq;
    this.#statuses[index] = JOB_STATUSES.indexOf(status);
    this.createdAt[index] = createdAt;
    this.startedAt[index] = startedAt ?? Number.NaN;
    this.completedAt[index] = completedAt ?? Number.NaN;
  }

  remove(seq: number): void {
    const index = this.indexOf(seq);
    if (index < 0 || this.#statuses[index] === REMOVED) return;
    this.#statuses[index] = REMOVED;
    this.#blocks[blockAt(index)] = undefined;
    this.#removed += 1;
    if (this.#removed > this.length / 2) this.#compact();
  }

  /** Adds up what changed since the last time, `limit` blocks at most. @returns whether none is left */
  addUp(limit: number): boolean {
    let added = 0;
    for (let start = 0; start < this.length; start += BLOCK_LENGTH) {
      if (this.#blocks[blockAt(start)]) continue;
      if (added === limit) return false;
      this.#blocks[blockAt(start)] = addUp(this, start, Math.min(start + BLOCK_LENGTH, this.length));
      added += 1;
    }
    return true;
  }

  /** All jobs, as they were added up; to be called after `addUp`, with no change between. */
  get blocks(): readonly TimesBlock[] {
    return this.#blocks.filter((block) => block !== undefined);
  }

  /** -1: there is no such job. */
  indexOf(seq: number): number {
    const index = this.#lowerBound(seq);
    return index < this.length && this.seqs[index] === seq ? index : -1;
  }

  /** The place in `JOB_STATUSES`, behind all of them where the job was removed: quicker to count by than the name. */
  statusCode(index: number): number {
    return this.#statuses[index] ?? REMOVED;
  }

  /** `undefined`: the job was removed. */
  status(index: number): JobStatus | undefined {
    return JOB_STATUSES[this.#statuses[index] ?? REMOVED];
  }

  isRemoved(index: number): boolean {
    return this.#statuses[index] === REMOVED;
  }

  /** From submission to start, never negative; NaN where it never started. */
  waitOf(index: number): number {
    return Math.max(0, (this.startedAt[index] ?? Number.NaN) - this.created(index));
  }

  /** From start to end, never negative; NaN where it never started or has not ended. */
  runOf(index: number): number {
    return Math.max(0, (this.completedAt[index] ?? Number.NaN) - (this.startedAt[index] ?? Number.NaN));
  }

  /** Until `now` where the run goes on; NaN where it never started. */
  ranFor(index: number, now: number): number {
    const completed = this.completedAt[index] ?? Number.NaN;
    return (Number.isNaN(completed) ? now : completed) - (this.startedAt[index] ?? Number.NaN);
  }

  created(index: number): number {
    return this.createdAt[index] ?? Number.NaN;
  }

  /** Where it is, or where room was made for it. */
  #place(seq: number): number {
    const index = this.#lowerBound(seq);
    if (index < this.length && this.seqs[index] === seq) return index;
    if (this.length === this.seqs.length) this.#resize(this.length * 2);
    for (const column of this.#columns()) column.copyWithin(index + 1, index, this.length);
    this.#blocks.length = Math.min(this.#blocks.length, blockAt(index));
    this.#statuses[index] = 0;
    this.length += 1;
    return index;
  }

  /** The first index whose seq is not smaller. */
  #lowerBound(seq: number): number {
    const last = this.seqs[this.length - 1] ?? 0;
    if (this.length === 0 || seq > last) return this.length;
    // Numbers are given one after the other: without gaps this leaves one place only.
    let low = Math.max(0, this.length - 1 - (last - seq));
    let high = Math.max(0, Math.min(this.length, seq - (this.seqs[0] ?? 0)));
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.seqs[middle] ?? 0) < seq) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #compact(): void {
    let next = 0;
    for (let index = 0; index < this.length; index += 1) {
      if (this.#statuses[index] === REMOVED) continue;
      for (const column of this.#columns()) column[next] = column[index] ?? 0;
      next += 1;
    }
    this.length = next;
    this.#removed = 0;
    this.#blocks = [];
  }

  #columns() {
    return [this.seqs, this.createdAt, this.startedAt, this.completedAt, this.#statuses];
  }

  #resize(capacity: number): void {
    const grow = (column: Float64Array<ArrayBuffer>) => {
      const grown = new Float64Array(capacity);
      grown.set(column);
      return grown;
    };
    this.seqs = grow(this.seqs);
    this.createdAt = grow(this.createdAt);
    this.startedAt = grow(this.startedAt);
    this.completedAt = grow(this.completedAt);
    const statuses = new Uint8Array(capacity);
    statuses.set(this.#statuses);
    this.#statuses = statuses;
  }
}

const blockAt = (index: number) => Math.floor(index / BLOCK_LENGTH);
