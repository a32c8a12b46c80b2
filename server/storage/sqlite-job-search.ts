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
  const columns = 'seq, status, created_at, started_at, completed_at';
  return { sql: `SELECT ${columns} FROM jobs WHERE ${terms.join(' AND ')}`, parameters };
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

export class SqliteJobSearches implements JobSearches {
  readonly #db: SqliteDatabase;

  constructor(db: SqliteDatabase) {
    this.#db = db;
  }

  page(search: JobSearch, order: JobOrder, limit: number, after?: SearchPlace): SearchPage {
    const { sql, parameters } = pageSql(search, order, limit, after);
    const found = this.#db.all(sql, ...parameters);
    const places = found.filter((row) => row['seq'] !== null) as unknown as SearchPlace[];
    const shown = places.slice(0, limit);
    return {
      jobs: this.#read(shown),
      next: places.length > limit ? (shown.at(-1) ?? null) : null,
      counts: after ? null : countsOf(found),
    };
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
