import type { JobSort } from '@contract/console/job-sorts';
import type { PromptField } from '@contract/console/prompt-history';
import type { SearchTerms } from '@contract/console/search-terms';
import { JOB_STATUSES, type JobStatus } from '@contract/jobs/lifecycle';
import { MIN_COUNTED, type JobPrompts, type JobSearch, type JobSearches } from '../search/job-search';
import type { SearchPage, SearchCursor, StatusCounts, TimesVisitor } from '../search/job-search';
import type { JobTimes } from '../search/job-times';
import { SearchHits } from '../search/search-hits';
import type { SqlValue, SqliteDatabase } from './sqlite-database';
import { SqliteJobTexts } from './sqlite-job-texts';
import { SqliteJobTitles } from './sqlite-job-titles';
import { SqliteJobTimes } from './sqlite-job-times';
import { jobOf } from './sqlite-jobs';
import type { TitleSort } from '../search/title-order';
import { yieldToEventLoop } from '../yield-to-event-loop';
import { jsonOf, numberOf, wordOf } from './rows';

interface Sql {
  sql: string;
  parameters: SqlValue[];
}

/** Lists one status (`null` for all) without further filters, straight from an index. Exported for the test of its query plan. */
export function statusWalkSql(
  owner: string,
  status: JobStatus | null,
  order: 'newest' | 'oldest',
  limit: number,
  after?: SearchCursor,
): Sql {
  const [direction, comparison] = order === 'newest' ? ['DESC', '<'] : ['ASC', '>'];
  const terms = ['owner = ?'];
  const parameters: SqlValue[] = [owner];
  if (status !== null) {
    terms.push('status = ?');
    parameters.push(status);
  }
  if (after) {
    terms.push(`seq ${comparison} ?`);
    parameters.push(after.seq);
  }
  parameters.push(limit + 1);
  const index = status === null ? 'jobs_by_owner' : 'jobs_by_owner_status';
  const sql = `SELECT seq FROM jobs INDEXED BY ${index} WHERE ${terms.join(' AND ')} ORDER BY seq ${direction} LIMIT ?`;
  return { sql, parameters };
}

/** Number of blocks that take a millisecond or two to aggregate. */
const BLOCKS_PER_YIELD = 32;

/** Returns true if the search filters by status and submission time at most. */
function isPlain({ words, inputs = [], shape, labels = {}, ranOver }: JobSearch): boolean {
  if (shape !== undefined || ranOver !== undefined) return false;
  return words.length === 0 && inputs.length === 0 && Object.keys(labels).length === 0;
}

const isByTitle = (order: JobSort): order is TitleSort => order === 'title' || order === 'title_reversed';

function* newestFirst({ length }: JobTimes): Generator<number> {
  for (let index = length - 1; index >= 0; index -= 1) yield index;
}

function* oldestFirst({ length }: JobTimes): Generator<number> {
  for (let index = 0; index < length; index += 1) yield index;
}

/** Includes removed jobs. */
function seqsOf({ seqs, length }: JobTimes): number[] {
  return [...seqs.subarray(0, length)];
}

/**
 * Job searches. They use an index if there is one for the search, otherwise the times of the jobs in memory. Words are searched in
 * texts that may contain them, a few hundred at a time.
 */
export class SqliteJobSearches implements JobSearches {
  readonly #db: SqliteDatabase;
  readonly #texts: SqliteJobTexts;
  readonly #titles: SqliteJobTitles;
  readonly #times: SqliteJobTimes;
  readonly #readAhead = new Set<string>();

  constructor(db: SqliteDatabase) {
    this.#db = db;
    this.#texts = new SqliteJobTexts(db);
    this.#titles = new SqliteJobTitles(db);
    this.#times = new SqliteJobTimes(db, (seq) => {
      this.#texts.forget(seq);
      this.#titles.noteChange(seq);
    });
  }

  async page(search: JobSearch, order: JobSort, limit: number, after?: SearchCursor): Promise<SearchPage> {
    const isOfAnyTime = search.createdFrom === undefined && search.createdBefore === undefined;
    if (isPlain(search) && isOfAnyTime && (order === 'newest' || order === 'oldest')) {
      void this.#prepare(search.owner);
      return this.#walk(search, order, limit, after);
    }
    const times = isByTitle(order) ? await this.#titled(search.owner) : await this.#times.of(search.owner);
    const titleKey = this.#titles.order.keyOf;
    const queueRank = order === 'queue' ? this.#queueRanks(search.owner) : (seq: number) => seq;
    const hits = new SearchHits({ order, limit, after, statuses: search.statuses, queueRank, titleKey });
    const isWhole = await this.#collect(times, search, hits, after);
    return {
      jobs: this.#read(hits.page),
      next: hits.next,
      counts: after ? null : hits.counts,
      areCountsMinimum: !isWhole && !after,
    };
  }

  /** Only moved jobs have a stored rank. */
  #queueRanks(owner: string): (seq: number) => number {
    const sql = "SELECT seq, queue_rank FROM jobs WHERE owner = ? AND status = 'queued' AND queue_rank IS NOT NULL";
    const rows = this.#db.all(sql, owner);
    const ranks = new Map(rows.map((row) => [numberOf(row, 'seq'), numberOf(row, 'queue_rank')]));
    return (seq) => ranks.get(seq) ?? seq;
  }

  async visit(search: JobSearch, visitor: TimesVisitor): Promise<void> {
    if (visitor.block && isPlain(search) && !search.statuses) return this.#visitBlocks(search, visitor);
    const times = await this.#times.of(search.owner);
    const wanted = search.statuses ? new Set<JobStatus | undefined>(search.statuses) : null;
    const matches = this.#filter(times, search);
    const { words, inputs = [] } = search;
    const isText = words.length + inputs.length > 0;
    const seqs: number[] = [];
    for (let index = 0; index < times.length; index += 1) {
      if (!matches(index) || (wanted && !wanted.has(times.status(index)))) continue;
      if (!isText) visitor.job(times, index);
      else seqs.push(times.seqs[index] ?? 0);
    }
    for await (const part of this.#texts.matching(seqs, words, inputs)) {
      for (const seq of part) {
        const index = times.indexOf(seq);
        if (index >= 0) visitor.job(times, index);
      }
    }
  }

  async match(owner: string, seqs: readonly number[], { words, inputs }: SearchTerms): Promise<Set<number>> {
    // Texts that changed are read again.
    await this.#times.of(owner);
    const found = new Set<number>();
    for await (const part of this.#texts.matching(seqs, words, inputs)) for (const seq of part) found.add(seq);
    return found;
  }

  prompts(owner: string, field: PromptField): AsyncGenerator<readonly JobPrompts[]> {
    return this.#texts.prompts(owner, field);
  }

  /** Gives the same result as visiting every job, in a time that depends on the number of blocks. */
  async #visitBlocks(search: JobSearch, visitor: TimesVisitor): Promise<void> {
    let times = await this.#times.of(search.owner);
    for (; !times.addUp(BLOCKS_PER_YIELD); times = await this.#times.of(search.owner)) await yieldToEventLoop();
    const { createdFrom = -Infinity, createdBefore = Infinity } = search;
    const matches = this.#filter(times, search);
    for (const block of times.blocks) {
      const { createdFirst, createdLast, start, end } = block;
      if (createdLast < createdFrom || createdFirst >= createdBefore) continue;
      const isInside = createdFirst >= createdFrom && createdLast < createdBefore;
      if (isInside && visitor.block?.(block)) continue;
      for (let index = start; index < end; index += 1) if (matches(index)) visitor.job(times, index);
    }
  }

  /** Returns the times, after the titles of all jobs are loaded. */
  async #titled(owner: string): Promise<JobTimes> {
    await this.#titles.prepare(owner, async () => seqsOf(await this.#times.of(owner)));
    for (;;) {
      const times = await this.#times.of(owner);
      if (this.#titles.refresh()) return times;
      await yieldToEventLoop();
    }
  }

  /** Prefetches: a user who opens the list may search it next. */
  async #prepare(owner: string): Promise<void> {
    if (this.#readAhead.has(owner)) return;
    this.#readAhead.add(owner);
    try {
      const times = await this.#times.of(owner);
      await this.#texts.readAhead(seqsOf(times).toReversed());
    } catch {
      // The store was closed in the meantime, or the next search gets the same error and reports it.
    }
  }

  /** Takes constant time regardless of the number of jobs: indexes in page order, and stored counts. */
  #walk({ owner, statuses }: JobSearch, order: 'newest' | 'oldest', limit: number, after?: SearchCursor): SearchPage {
    const rows = [...(statuses ? new Set(statuses) : [null])].flatMap((status) => {
      const { sql, parameters } = statusWalkSql(owner, status, order, limit, after);
      return this.#db.all(sql, ...parameters).map((row) => ({ seq: numberOf(row, 'seq'), rank: 0 }));
    });
    const sign = order === 'newest' ? -1 : 1;
    rows.sort((a, b) => sign * (a.seq - b.seq));
    const shown = rows.slice(0, limit);
    return {
      jobs: this.#read(shown),
      next: rows.length > limit ? (shown.at(-1) ?? null) : null,
      counts: after ? null : this.#keptCounts(owner),
      areCountsMinimum: false,
    };
  }

  #keptCounts(owner: string): StatusCounts {
    const rows = this.#db.all('SELECT status, n FROM job_counts WHERE owner = ? AND n > 0', owner);
    return Object.fromEntries(rows.map((row) => [wordOf(row, 'status', JOB_STATUSES), numberOf(row, 'n')]));
  }

  /** @returns true if every match was visited */
  async #collect(times: JobTimes, search: JobSearch, hits: SearchHits, after?: SearchCursor): Promise<boolean> {
    const matches = this.#filter(times, search);
    const walk = this.#walkOf(times, hits.order, after);
    const { words, inputs = [] } = search;
    if (words.length + inputs.length > 0) return this.#collectByText(times, { words, inputs }, matches, hits, walk);
    if (!after || !walk) {
      // Equal jobs are visited newest first, so most of them sort after those on the page right away.
      for (let index = times.length - 1; index >= 0; index -= 1) {
        if (!matches(index)) continue;
        hits.count(times, index);
        if (!walk) hits.place(times, index);
      }
    }
    for (const index of walk ?? []) {
      if (matches(index)) hits.place(times, index);
      if (hits.isFull) break;
    }
    return true;
  }

  /** Ends early if jobs are visited in page order. @returns true if every match was visited */
  async #collectByText(
    times: JobTimes,
    { words, inputs }: Required<Pick<JobSearch, 'words' | 'inputs'>>,
    matches: (index: number) => boolean,
    hits: SearchHits,
    walk: Iterable<number> | null,
  ): Promise<boolean> {
    const seqs: number[] = [];
    for (const index of walk ?? newestFirst(times)) {
      if (matches(index) && hits.isOfInterest(times, index)) seqs.push(times.seqs[index] ?? 0);
    }
    for await (const part of this.#texts.matching(seqs, words, inputs)) {
      for (const seq of part) {
        const index = times.indexOf(seq);
        if (index >= 0) hits.add(times, index);
      }
      if (walk && hits.isEnough(MIN_COUNTED)) return false;
    }
    return true;
  }

  /** Returns the indexes of jobs in page order; `null` if that order is not maintained. */
  #walkOf(times: JobTimes, order: JobSort, after?: SearchCursor): Iterable<number> | null {
    if (order === 'newest') return newestFirst(times);
    if (order === 'oldest') return oldestFirst(times);
    return isByTitle(order) ? this.#byTitle(times, order, after) : null;
  }

  *#byTitle(times: JobTimes, order: TitleSort, after?: SearchCursor): Generator<number> {
    for (const seq of this.#titles.order.walk(order, after)) {
      const index = times.indexOf(seq);
      // The job of a negative index belongs to another owner.
      if (index >= 0) yield index;
    }
  }

  /** Builds a filter for all criteria except words and statuses. */
  #filter(
    times: JobTimes,
    { createdFrom, createdBefore, shape, labels = {}, ranOver }: JobSearch,
  ): (index: number) => boolean {
    const from = createdFrom ?? -Infinity;
    const before = createdBefore ?? Infinity;
    const chosen = Object.entries(labels).map(([key, value]) => this.#labeled(key, value));
    if (shape !== undefined) chosen.push(this.#shaped(shape));
    // A closure per job would take longer than everything else, for 100,000 jobs.
    const areChosen = chosen.length > 0;
    return (index) => {
      const created = times.created(index);
      if (created < from || created >= before || times.isRemoved(index)) return false;
      // `NaN` for a job that never started, which does not match.
      if (ranOver && !(times.ranFor(index, ranOver.now) > ranOver.ms)) return false;
      return !areChosen || chosen.every((seqs) => seqs.has(times.seqs[index] ?? 0));
    };
  }

  #labeled(key: string, value: string): Set<number> {
    // Returns one row with a list: transferring 100,000 rows to JavaScript would take several times as long.
    const sql = 'SELECT json_group_array(seq) AS seqs FROM job_labels WHERE key = ? AND value = ?';
    return new Set(jsonOf<number[]>(this.#db.get(sql, key, value), 'seqs'));
  }

  #shaped(shape: string): Set<number> {
    const sql = 'SELECT json_group_array(seq) AS seqs FROM job_texts WHERE shape = ?';
    return new Set(jsonOf<number[]>(this.#db.get(sql, shape), 'seqs'));
  }

  #read(positions: readonly SearchCursor[]) {
    const sql = 'SELECT jobs.* FROM json_each(?) AS hit CROSS JOIN jobs ON jobs.seq = hit.value ORDER BY hit.key';
    return this.#db.all(sql, JSON.stringify(positions.map(({ seq }) => seq))).map(jobOf);
  }
}
