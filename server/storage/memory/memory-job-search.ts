import { jobTitleOf, TITLE_LABEL } from '@contract/console/job-title';
import { rankOf, type RankedJobs } from '@contract/console/job-ranks';
import { matchesFields, type SearchFields } from '@contract/console/search-fields';
import type { SearchTerms } from '@contract/console/search-terms';
import type { PromptField } from '@contract/console/prompt-history';
import type { JobSort } from '@contract/console/job-sorts';
import { titleSortKey } from '@contract/console/title-sort-key';
import { isTerminal } from '@contract/jobs/lifecycle';
import { comparePositions, MIN_ID_START, outcomeText } from '../search/job-search';
import type {
  JobPrompts,
  JobSearch,
  JobSearches,
  SearchPage,
  SearchCursor,
  StatusCounts,
  TimesVisitor,
} from '../search/job-search';
import { JobTimes } from '../search/job-times';
import type { JobRecord } from '../store';

export interface SearchableJob {
  record: JobRecord;
  searchText: string;
  searchFields: SearchFields;
  shape: string;
}

/** Searches over maps by checking every job. */
export class MemoryJobSearches implements JobSearches {
  readonly #jobs: () => Iterable<SearchableJob>;
  readonly #outputNames: (jobId: string) => string[];
  readonly #ranked: RankedJobs<JobRecord> = {
    status: ({ status }) => status,
    run: ({ startedAt, completedAt }) => spanOf(startedAt, completedAt),
    wait: ({ createdAt, startedAt }) => spanOf(createdAt, startedAt),
    queue: ({ status, queueRank }) => (status === 'queued' ? queueRank : Number.NaN),
    title: ({ id, labels, outputTitle }) => {
      const [output] = this.#outputNames(id);
      return titleSortKey(jobTitleOf({ id, label: labels[TITLE_LABEL], output, outputTitle }));
    },
  };

  constructor(jobs: () => Iterable<SearchableJob>, outputNames: (jobId: string) => string[]) {
    this.#jobs = jobs;
    this.#outputNames = outputNames;
  }

  async page(search: JobSearch, order: JobSort, limit: number, after?: SearchCursor): Promise<SearchPage> {
    const { statuses } = search;
    const matches = this.#matches(search);
    const hits = matches
      .filter(({ status }) => !statuses || statuses.includes(status))
      .map((record) => ({ record, place: { rank: rankOf(record, order, this.#ranked), seq: record.seq } }))
      .filter(({ place: position }) => !after || comparePositions(after, position, order) < 0)
      .sort((a, b) => comparePositions(a.place, b.place, order));
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

  async match(_owner: string, seqs: readonly number[], { words, inputs }: SearchTerms): Promise<Set<number>> {
    const wanted = new Set(seqs);
    const found = [...this.#jobs()].filter(
      (job) =>
        wanted.has(job.record.seq) &&
        matchesFields(job.searchFields, inputs) &&
        words.every((word) => this.#hasWord(job, word)),
    );
    return new Set(found.map(({ record }) => record.seq));
  }

  async *prompts(owner: string, field: PromptField): AsyncGenerator<readonly JobPrompts[]> {
    const jobs = [...this.#jobs()].filter(({ record }) => record.owner === owner);
    const prompts = jobs.map(({ record: { id, seq }, searchFields }) => ({ id, seq, lines: searchFields[field] }));
    yield prompts.sort((left, right) => right.seq - left.seq);
  }

  /** Checks all criteria except the statuses. */
  #matches({
    owner,
    words,
    inputs = [],
    shape,
    createdFrom = -Infinity,
    createdBefore = Infinity,
    labels = {},
    ranOver,
  }: JobSearch) {
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
      .filter((job) => shape === undefined || job.shape === shape)
      .filter(({ searchFields }) => matchesFields(searchFields, inputs))
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

/** Never negative, even if the clock was set back. */
function spanOf(from: number | null, to: number | null): number {
  return from === null || to === null ? Number.NaN : Math.max(0, to - from);
}
