import { isTerminal } from '@contract/jobs/lifecycle';
import { comparePlaces, MIN_ID_START, NO_RANK, outcomeText } from './job-search';
import type {
  JobOrder,
  JobSearch,
  JobSearches,
  SearchPage,
  SearchPlace,
  StatusCounts,
  TimesVisitor,
} from './job-search';
import { JobTimes } from './job-times';
import type { JobRecord } from './store';

export interface SearchableJob {
  record: JobRecord;
  searchText: string;
}

/** The searches over maps: every job is looked at. */
export class MemoryJobSearches implements JobSearches {
  readonly #jobs: () => Iterable<SearchableJob>;
  readonly #outputNames: (jobId: string) => string[];

  constructor(jobs: () => Iterable<SearchableJob>, outputNames: (jobId: string) => string[]) {
    this.#jobs = jobs;
    this.#outputNames = outputNames;
  }

  async page(search: JobSearch, order: JobOrder, limit: number, after?: SearchPlace): Promise<SearchPage> {
    const { statuses } = search;
    const matches = this.#matches(search);
    const hits = matches
      .filter(({ status }) => !statuses || statuses.includes(status))
      .map((record) => ({ record, place: { rank: rankOf(record, order), seq: record.seq } }))
      .filter(({ place }) => !after || comparePlaces(after, place, order) < 0)
      .sort((a, b) => comparePlaces(a.place, b.place, order));
    const shown = hits.slice(0, limit);
    return {
      jobs: shown.map(({ record }) => structuredClone(record)),
      next: hits.length > limit ? (shown.at(-1)?.place ?? null) : null,
      counts: after ? null : countByStatus(matches),
      areCountsMinimum: false,
    };
  }

  async visit(search: JobSearch, visitor: TimesVisitor): Promise<void> {
    const times = JobTimes.of(
      this.#matches(search).filter(({ status }) => !search.statuses || search.statuses.includes(status)),
    );
    for (let index = 0; index < times.length; index += 1) visitor.job(times, index);
  }

  /** All but the statuses. */
  #matches({ owner, words, createdFrom = -Infinity, createdBefore = Infinity, labels = {}, ranOver }: JobSearch) {
    return [...this.#jobs()]
      .filter(({ record }) => {
        const { createdAt } = record;
        return record.owner === owner && createdAt >= createdFrom && createdAt < createdBefore;
      })
      .filter(({ record }) => Object.entries(labels).every(([key, value]) => record.labels[key] === value))
      .filter(({ record: { startedAt, completedAt } }) => {
        if (!ranOver) return true;
        return startedAt !== null && (completedAt ?? ranOver.now) - startedAt > ranOver.ms;
      })
      .filter((job) => words.every((word) => this.#hasWord(job, word)))
      .map(({ record }) => record);
  }

  #hasWord({ record, searchText }: SearchableJob, word: string): boolean {
    if (searchText.includes(word)) return true;
    if (word.length >= MIN_ID_START && record.id.startsWith(word)) return true;
    return isTerminal(record.status) && outcomeText(this.#outputNames(record.id), record.error).includes(word);
  }
}

function countByStatus(jobs: readonly JobRecord[]): StatusCounts {
  const counts: StatusCounts = {};
  for (const { status } of jobs) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

function rankOf({ createdAt, startedAt, completedAt }: JobRecord, order: JobOrder): number {
  switch (order) {
    case 'newest':
    case 'oldest':
      return 0;
    case 'longest_run':
      return startedAt === null || completedAt === null ? NO_RANK : Math.max(0, completedAt - startedAt);
    case 'longest_wait':
      return startedAt === null ? NO_RANK : Math.max(0, startedAt - createdAt);
  }
}
