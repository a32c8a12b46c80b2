import { rankOf, type RankedJobs } from '@contract/console/job-ranks';
import type { JobSort } from '@contract/console/job-sorts';
import type { JobStatus } from '@contract/jobs/lifecycle';
import { comparePositions, type SearchCursor, type StatusCounts } from './job-search';
import type { JobTimes } from './job-times';

export interface WantedPage {
  order: JobSort;
  limit: number;
  after: SearchCursor | undefined;
  statuses: readonly JobStatus[] | undefined;
  /** Returns the rank of a queued job, by its `seq`. */
  queueRank: (seq: number) => number;
  /** Returns the sort key of a title, by the `seq` of its job. */
  titleKey: (seq: number) => string;
}

/** Counts incoming matches and collects those of one page. */
export class SearchHits {
  readonly order: JobSort;
  readonly counts: StatusCounts = {};
  readonly #wanted: WantedPage;
  readonly #statuses: ReadonlySet<JobStatus> | null;
  /** In order: one page, and one more match that shows whether there is a next page. */
  readonly #best: SearchCursor[] = [];
  #counted = 0;
  #ranked: { times: JobTimes; by: RankedJobs<number> } | null = null;

  constructor(wanted: WantedPage) {
    this.#wanted = wanted;
    this.order = wanted.order;
    this.#statuses = wanted.statuses ? new Set(wanted.statuses) : null;
  }

  /** Returns true if the match could change the page, or the counts, which only the first page has. */
  isOfInterest(times: JobTimes, index: number): boolean {
    return !this.#wanted.after || this.#isOnPage(times, index);
  }

  add(times: JobTimes, index: number): void {
    this.count(times, index);
    this.place(times, index);
  }

  count(times: JobTimes, index: number): void {
    const status = times.status(index);
    if (status === undefined) return;
    this.counts[status] = (this.counts[status] ?? 0) + 1;
    this.#counted += 1;
  }

  place(times: JobTimes, index: number): void {
    if (this.#isOnPage(times, index)) this.#insert(this.#placeOf(times, index));
  }

  /** True if no later match in this order can be on the page. */
  get isFull(): boolean {
    return this.#best.length > this.#wanted.limit;
  }

  /** Returns true if a search in page order can stop: the page is full and at least `minCounted` matches are counted. */
  isEnough(minCounted: number): boolean {
    return this.isFull && (this.#wanted.after !== undefined || this.#counted >= minCounted);
  }

  get page(): readonly SearchCursor[] {
    return this.#best.slice(0, this.#wanted.limit);
  }

  /** Cursor of the next page; `null` on the last page. */
  get next(): SearchCursor | null {
    return this.isFull ? (this.page.at(-1) ?? null) : null;
  }

  #isOnPage(times: JobTimes, index: number): boolean {
    const { after } = this.#wanted;
    const status = times.status(index);
    if (this.#statuses && (status === undefined || !this.#statuses.has(status))) return false;
    return !after || comparePositions(after, this.#placeOf(times, index), this.order) < 0;
  }

  #placeOf(times: JobTimes, index: number): SearchCursor {
    return { rank: rankOf(index, this.order, this.#rankedBy(times)), seq: times.seqs[index] ?? 0 };
  }

  /** Cached, since it is needed for every job. */
  #rankedBy(times: JobTimes): RankedJobs<number> {
    if (this.#ranked?.times === times) return this.#ranked.by;
    const by: RankedJobs<number> = {
      status: (index) => times.status(index),
      run: (index) => times.runOf(index),
      wait: (index) => times.waitOf(index),
      queue: (index) =>
        times.status(index) === 'queued' ? this.#wanted.queueRank(times.seqs[index] ?? 0) : Number.NaN,
      title: (index) => this.#wanted.titleKey(times.seqs[index] ?? 0),
    };
    this.#ranked = { times, by };
    return by;
  }

  #insert(position: SearchCursor): void {
    const best = this.#best;
    const isBefore = (other: SearchCursor | undefined) => other && comparePositions(position, other, this.order) < 0;
    if (this.isFull) {
      if (!isBefore(best.at(-1))) return;
      best.pop();
    }
    let at = best.length;
    while (at > 0 && isBefore(best[at - 1])) at -= 1;
    best.splice(at, 0, position);
  }
}
