import type { JobStatus } from '@contract/jobs/lifecycle';
import { MIN_ID_START, NO_RANK, type JobOrder, type JobSearch, type JobSearches } from './job-search';
import type { SearchedTimes, SearchPage, SearchPlace, StatusCounts } from './job-search';
import type { Row, SqlValue, SqliteDatabase } from './sqlite-database';
import { jobOf } from './sqlite-jobs';

const RANKS: Record<JobOrder, string> = {
  newest: '0',
  oldest: '0',
  longest_run: `ifnull(max(0, completed_at - started_at), ${NO_RANK})`,
  longest_wait: `ifnull(max(0, started_at - created_at), ${NO_RANK})`,
};

const TIME_LISTS =
  'json_group_array(status) AS statuses, json_group_array(created_at) AS created, ' +
  'json_group_array(started_at) AS started, json_group_array(completed_at) AS completed';

interface Sql {
  sql: string;
  parameters: SqlValue[];
}

/** Every job that matches, its status aside. Reads the index `jobs_by_times` only; labels and texts where they are asked for. */
function matchesSql({ owner, words, createdFrom, createdBefore, labels = {}, ranOver }: JobSearch): Sql {
  const terms = ['owner = ?'];
  const parameters: SqlValue[] = [owner];
  if (createdFrom !== undefined) {
    terms.push('created_at >= ?');
    parameters.push(createdFrom);
  }
  if (createdBefore !== undefined) {
    terms.push('created_at < ?');
    parameters.push(createdBefore);
  }
  if (ranOver) {
    // Of a job that never started this is null, which is no match.
    terms.push('ifnull(completed_at, ?) - started_at > ?');
    parameters.push(ranOver.now, ranOver.ms);
  }
  for (const label of Object.entries(labels)) {
    terms.push('seq IN (SELECT seq FROM job_labels WHERE key = ? AND value = ?)');
    parameters.push(...label);
  }
  if (words.length > 0) {
    const found = words.map(wordSql);
    terms.push(`seq IN (SELECT seq FROM job_texts WHERE ${found.map(({ sql }) => sql).join(' AND ')})`);
    parameters.push(...found.flatMap((word) => word.parameters));
  }
  // Both hold every column that is read; a time that is asked for bounds the second.
  const index = createdFrom === undefined && createdBefore === undefined ? 'jobs_by_times' : 'jobs_by_creation';
  const columns = 'seq, status, created_at, started_at, completed_at';
  return { sql: `SELECT ${columns} FROM jobs INDEXED BY ${index} WHERE ${terms.join(' AND ')}`, parameters };
}

function wordSql(word: string): Sql {
  if (word.length < MIN_ID_START) return { sql: 'instr(text, ?) > 0', parameters: [word] };
  return {
    // Ids hold no sign behind the tilde, so the range is every id that starts so.
    sql: '(instr(text, ?) > 0 OR seq IN (SELECT seq FROM jobs WHERE id >= ? AND id < ?))',
    parameters: [word, word, `${word}~`],
  };
}

/** Exported for the test of its plan. */
export function pageSql(search: JobSearch, order: JobOrder, limit: number, after?: SearchPlace): Sql {
  const { sql, parameters } = matchesSql(search);
  const terms = ['true'];
  if (search.statuses) {
    terms.push('status IN (SELECT value FROM json_each(?))');
    parameters.push(JSON.stringify(search.statuses));
  }
  if (after && order === 'oldest') {
    terms.push('seq > ?');
    parameters.push(after.seq);
  } else if (after) {
    terms.push(`(${RANKS[order]}, seq) < (?, ?)`);
    parameters.push(after.rank, after.seq);
  }
  const direction = order === 'oldest' ? 'seq ASC' : 'rank DESC, seq DESC';
  const page = `SELECT seq, ${RANKS[order]} AS rank, NULL, NULL FROM hit WHERE ${terms.join(' AND ')} ORDER BY ${direction} LIMIT ?`;
  parameters.push(limit + 1);
  // Both from one pass over the texts, which is what a search costs.
  const counts = 'SELECT NULL AS seq, NULL AS rank, status, count(*) AS n FROM hit GROUP BY status';
  return {
    sql: `WITH hit AS MATERIALIZED (${sql}) ${after ? '' : `${counts} UNION ALL `}SELECT * FROM (${page})`,
    parameters,
  };
}

/** One status (`null`: any) of an unfiltered list, straight from an index. Exported for the test of its plan. */
export function statusWalkSql(
  owner: string,
  status: JobStatus | null,
  order: 'newest' | 'oldest',
  limit: number,
  after?: SearchPlace,
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
  const sql = `SELECT seq, 0 AS rank FROM jobs INDEXED BY ${index} WHERE ${terms.join(' AND ')} ORDER BY seq ${direction} LIMIT ?`;
  return { sql, parameters };
}

/** Filtered by status at most. */
function isUnfiltered({ words, createdFrom, createdBefore, labels, ranOver }: JobSearch): boolean {
  const isAnyTime = createdFrom === undefined && createdBefore === undefined && ranOver === undefined;
  return words.length === 0 && isAnyTime && Object.keys(labels ?? {}).length === 0;
}

export class SqliteJobSearches implements JobSearches {
  readonly #db: SqliteDatabase;

  constructor(db: SqliteDatabase) {
    this.#db = db;
  }

  page(search: JobSearch, order: JobOrder, limit: number, after?: SearchPlace): SearchPage {
    const isWalk = isUnfiltered(search) && (order === 'newest' || order === 'oldest');
    const found = isWalk ? this.#walk(search, order, limit, after) : this.#scan(search, order, limit, after);
    const places = found.filter((row) => row['seq'] !== null) as unknown as SearchPlace[];
    const shown = places.slice(0, limit);
    return {
      jobs: this.#read(shown),
      next: places.length > limit ? (shown.at(-1) ?? null) : null,
      counts: after ? null : countsOf(found),
    };
  }

  /** Costs the same whatever the number of jobs: indexes in the order of the page, and kept counts. */
  #walk({ owner, statuses }: JobSearch, order: 'newest' | 'oldest', limit: number, after?: SearchPlace): Row[] {
    const rows = [...(statuses ? new Set(statuses) : [null])].flatMap((status) => {
      const { sql, parameters } = statusWalkSql(owner, status, order, limit, after);
      return this.#db.all(sql, ...parameters);
    });
    const sign = order === 'newest' ? -1 : 1;
    rows.sort((a, b) => sign * ((a['seq'] as number) - (b['seq'] as number)));
    const page = rows.slice(0, limit + 1);
    if (after) return page;
    return [...this.#db.all('SELECT NULL AS seq, status, n FROM job_counts WHERE owner = ? AND n > 0', owner), ...page];
  }

  #scan(search: JobSearch, order: JobOrder, limit: number, after?: SearchPlace): Row[] {
    const { sql, parameters } = pageSql(search, order, limit, after);
    return this.#db.all(sql, ...parameters);
  }

  times(search: JobSearch): SearchedTimes[] {
    const { sql, parameters } = matchesSql(search);
    // One row of lists: ten thousand rows would take three times as long on their way into JavaScript.
    const lists = this.#db.get(`SELECT ${TIME_LISTS} FROM (${sql})`, ...parameters) ?? {};
    const [statuses, created, started, completed] = ['statuses', 'created', 'started', 'completed'].map(
      (name) => JSON.parse(lists[name] as string) as unknown[],
    );
    const all = (statuses ?? []).map((status, index) => ({
      status: status as JobStatus,
      createdAt: created?.[index] as number,
      startedAt: started?.[index] as number | null,
      completedAt: completed?.[index] as number | null,
    }));
    const wanted = search.statuses ? new Set(search.statuses) : null;
    return wanted ? all.filter(({ status }) => wanted.has(status)) : all;
  }

  #read(places: readonly SearchPlace[]) {
    const sql = 'SELECT jobs.* FROM json_each(?) AS hit CROSS JOIN jobs ON jobs.seq = hit.value ORDER BY hit.key';
    return this.#db.all(sql, JSON.stringify(places.map(({ seq }) => seq))).map(jobOf);
  }
}

function countsOf(rows: readonly Row[]): StatusCounts {
  const counted = rows.filter((row) => row['seq'] === null);
  return Object.fromEntries(counted.map((row) => [row['status'] as JobStatus, row['n'] as number]));
}
