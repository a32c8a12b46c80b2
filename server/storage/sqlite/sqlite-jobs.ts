import type { SearchFields } from '@contract/console/search-fields';
import { isTerminal, JOB_STATUSES, type JobStatus } from '@contract/jobs/lifecycle';
import type { JobError, Labels, OutputType, Progress } from '@contract/jobs/schemas';
import { UNFINISHED } from './sqlite-assets';
import type { Row, SqlValue, SqliteDatabase } from './sqlite-database';
import { SearchedText } from './sqlite-job-texts';
import type { StatusCounts } from '../search/job-search';
import { trashOwner } from '../store';
import type { JobFilter, JobPatch, JobRecord, JobRecords, NewJob, OutputRecord, Postponement } from '../store';
import { jsonOf, jsonOrNull, numberOf, numberOrNull, textOf, textOrNull, wordOf } from './rows';
import { ownKeys } from '@contract/typed-objects';

export function jobOf(row: Row): JobRecord {
  return {
    seq: numberOf(row, 'seq'),
    id: textOf(row, 'id'),
    owner: textOf(row, 'owner'),
    status: wordOf(row, 'status', JOB_STATUSES),
    createdAt: numberOf(row, 'created_at'),
    startedAt: numberOrNull(row, 'started_at'),
    completedAt: numberOrNull(row, 'completed_at'),
    expiresAt: numberOf(row, 'expires_at'),
    labels: jsonOf<Labels>(row, 'labels'),
    progress: jsonOrNull<Progress>(row, 'progress'),
    error: jsonOrNull<JobError>(row, 'error'),
    needsExtraData: row['needs_extra_data'] === 1,
    starts: numberOf(row, 'starts'),
    outputTitle: textOrNull(row, 'output_title'),
    queueRank: numberOrNull(row, 'queue_rank') ?? numberOf(row, 'seq'),
    engine: textOrNull(row, 'engine'),
  };
}

/** Selects an output as one text: transferring thousands of rows of columns to JavaScript would take twice as long. */
const OUTPUT_VALUES = `json_array(outputs.place, outputs.job_id, outputs.node_id, outputs.name, outputs.type,
  assets.id, owner, blob, size_bytes, content_type, file_path, created_at, expires_at, assets.job_id, json(tags))`;

type OutputValues = [
  place: number,
  ...output: [jobId: string, nodeId: string, name: string, type: OutputType],
  ...asset: [id: string, owner: string, blob: string | null, sizeBytes: number, contentType: string],
  ...more: [filePath: string | null, createdAt: number, expiresAt: number | null, ofJob: string | null, tags: string[]],
];

function outputOf(values: OutputValues): OutputRecord {
  const [, jobId, nodeId, name, type, id, owner, blob, sizeBytes, contentType, filePath, ...more] = values;
  const [createdAt, expiresAt, ofJob, tags] = more;
  const asset = { id, owner, blob, sizeBytes, contentType, filePath, createdAt, expiresAt, jobId: ofJob, tags };
  return { jobId, nodeId, name, type, asset };
}

const toJson = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

const PATCH_COLUMNS = {
  status: 'status',
  startedAt: 'started_at',
  completedAt: 'completed_at',
  progress: 'progress',
  error: 'error',
  starts: 'starts',
  engine: 'engine',
} satisfies Record<keyof JobPatch, string>;

function changesOf({ progress, error, ...plain }: JobPatch): [column: string, value: SqlValue][] {
  const values: { [Field in keyof JobPatch]: SqlValue | undefined } = {
    ...plain,
    progress: progress === undefined ? undefined : toJson(progress),
    error: error === undefined ? undefined : toJson(error),
  };
  return ownKeys(values).flatMap((field) => {
    const value = values[field];
    return value === undefined ? [] : [[PATCH_COLUMNS[field], value]];
  });
}

/** Lists the newest jobs of a filter in one status (`null` for all), straight from an index. */
export function walkSql(filter: JobFilter, status: JobStatus | null): { sql: string; parameters: SqlValue[] } {
  const [first, ...others] = Object.entries(filter.labels ?? {});
  const parameters: SqlValue[] = [];
  let sql = 'SELECT jobs.* FROM jobs WHERE owner = ?';
  let seq = 'jobs.seq';
  if (first) {
    // CROSS JOIN keeps the label index as the outer loop, which returns the newest first without sorting.
    sql =
      'SELECT jobs.* FROM job_labels AS label CROSS JOIN jobs ON jobs.seq = label.seq ' +
      'WHERE label.key = ? AND label.value = ? AND owner = ?';
    seq = 'label.seq';
    parameters.push(...first);
  }
  parameters.push(filter.owner);
  for (const other of others) {
    sql += ` AND EXISTS (SELECT 1 FROM job_labels AS more WHERE more.key = ? AND more.value = ? AND more.seq = ${seq})`;
    parameters.push(...other);
  }
  if (status !== null) {
    sql += ' AND status = ?';
    parameters.push(status);
  }
  if (filter.beforeSeq !== undefined) {
    sql += ` AND ${seq} < ?`;
    parameters.push(filter.beforeSeq);
  }
  parameters.push(filter.limit + 1);
  return { sql: `${sql} ORDER BY ${seq} DESC LIMIT ?`, parameters };
}

export class SqliteJobs implements JobRecords {
  readonly #db: SqliteDatabase;
  readonly #searched: SearchedText;

  constructor(db: SqliteDatabase) {
    this.#db = db;
    this.#searched = new SearchedText(db);
  }

  insert(job: NewJob): JobRecord {
    return this.#db.transaction(() => {
      const row = this.#db.get(
        `INSERT INTO jobs (id, owner, status, created_at, started_at, completed_at, expires_at, labels, progress, error,
           needs_extra_data, starts, output_title) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING *`,
        job.id,
        job.owner,
        job.status,
        job.createdAt,
        job.startedAt,
        job.completedAt,
        job.expiresAt,
        JSON.stringify(job.labels),
        toJson(job.progress),
        toJson(job.error),
        job.needsExtraData ? 1 : 0,
        job.starts,
        job.outputTitle,
      );
      if (!row) throw new Error('The insertion returned no row');
      const record = jobOf(row);
      this.#db.run('INSERT INTO job_workflows (job_id, text) VALUES (?, ?)', job.id, job.workflowText);
      this.#searched.add(record.seq, job);
      for (const [key, value] of Object.entries(job.labels)) {
        this.#db.run('INSERT INTO job_labels (key, value, seq) VALUES (?, ?, ?)', key, value, record.seq);
      }
      for (const assetId of new Set(job.assetIds)) {
        this.#db.run('INSERT INTO job_inputs (asset_id, job_id) VALUES (?, ?)', assetId, job.id);
      }
      return record;
    });
  }

  get(id: string): JobRecord | null {
    const row = this.#db.get('SELECT * FROM jobs WHERE id = ?', id);
    return row ? jobOf(row) : null;
  }

  status(id: string): JobStatus | null {
    const row = this.#db.get('SELECT status FROM jobs WHERE id = ?', id);
    return row ? wordOf(row, 'status', JOB_STATUSES) : null;
  }

  list(filter: JobFilter): { jobs: JobRecord[]; more: boolean } {
    // One index walk per status, merged here: IN (...) would sort all matching jobs.
    const statuses = filter.statuses ? new Set(filter.statuses) : [null];
    const rows = [...statuses].flatMap((status) => {
      const { sql, parameters } = walkSql(filter, status);
      return this.#db.all(sql, ...parameters);
    });
    const newestFirst = rows.sort((a, b) => numberOf(b, 'seq') - numberOf(a, 'seq'));
    return { jobs: newestFirst.slice(0, filter.limit).map(jobOf), more: newestFirst.length > filter.limit };
  }

  update(id: string, patch: JobPatch): void {
    const changes = changesOf(patch);
    if (changes.length === 0) return;
    const assignments = changes.map(([column]) => `${column} = ?`).join(', ');
    this.#db.transaction(() => {
      this.#db.run(`UPDATE jobs SET ${assignments} WHERE id = ?`, ...changes.map(([, value]) => value), id);
      if (patch.status === undefined || !isTerminal(patch.status)) return;
      const names = (this.outputs([id]).get(id) ?? []).map(({ name }) => name);
      this.#searched.addOutcome(this.get(id), names);
    });
  }

  remove(id: string): void {
    this.#db.transaction(() => {
      const job = this.get(id);
      if (!job) return;
      this.#db.run('DELETE FROM jobs WHERE id = ?', id);
      // Files that an unfinished job reads stay until the sweep finds them unused.
      this.#db.run(
        `UPDATE assets SET job_id = NULL, expires_at = min(ifnull(expires_at, ?), ?) WHERE job_id = ? AND id IN (
           SELECT asset_id FROM job_inputs JOIN jobs ON jobs.id = job_inputs.job_id WHERE status IN (${UNFINISHED}))`,
        job.expiresAt,
        job.expiresAt,
        id,
      );
      this.#db.run('DELETE FROM assets WHERE job_id = ?', id);
    });
  }

  setSearchFields(id: string, fields: SearchFields): void {
    this.#db.transaction(() => this.#searched.setFields(id, fields));
  }

  searchFields(id: string): SearchFields | null {
    return this.#searched.fields(id);
  }

  setShape(id: string, shape: string): void {
    this.#db.transaction(() => this.#searched.setShape(id, shape));
  }

  shape(id: string): string | null {
    return this.#searched.shape(id);
  }

  unreadForSearch(limit: number): string[] {
    return this.#searched.withoutShape(limit);
  }

  countWithoutShape(): number {
    return this.#searched.countWithoutShape();
  }

  countWithoutSearchFields(): number {
    return numberOf(this.#db.get('SELECT count(*) AS n FROM job_texts WHERE prompt IS NULL'), 'n');
  }

  workflowText(id: string): string | null {
    const pieces = [...this.workflowPieces(id)];
    return pieces.length === 0 ? null : pieces.join('');
  }

  *workflowPieces(id: string): IterableIterator<string> {
    const row = this.#db.get('SELECT text FROM job_workflows WHERE job_id = ?', id);
    if (!row) return;
    const next = 'SELECT place, text FROM workflow_pieces WHERE job_id = ? AND place > ? ORDER BY place LIMIT 1';
    for (let position = -1; ;) {
      const piece = this.#db.get(next, id, position);
      if (!piece) break;
      position = numberOf(piece, 'place');
      yield textOf(piece, 'text');
    }
    yield textOf(row, 'text');
  }

  putWorkflowPiece(jobId: string, piece: string): void {
    this.#db.run(
      `INSERT INTO workflow_pieces (job_id, place, text)
         SELECT ?, ifnull(max(place) + 1, 0), ? FROM workflow_pieces WHERE job_id = ?`,
      jobId,
      piece,
      jobId,
    );
  }

  dropWorkflowPieces(jobId: string): void {
    this.#db.run('DELETE FROM workflow_pieces WHERE job_id = ?', jobId);
  }

  setLabel(id: string, key: string, value: string): void {
    this.#db.transaction(() => {
      const job = this.get(id);
      if (!job) return;
      const labels = { ...job.labels, [key]: value };
      this.#db.run('UPDATE jobs SET labels = ? WHERE id = ?', JSON.stringify(labels), id);
      this.#db.run('DELETE FROM job_labels WHERE seq = ? AND key = ?', job.seq, key);
      this.#db.run('INSERT INTO job_labels (key, value, seq) VALUES (?, ?, ?)', key, value, job.seq);
      this.#searched.append(job.seq, value.toLowerCase());
    });
  }

  withStatus(statuses: readonly JobStatus[]): JobRecord[] {
    return this.#db
      .all('SELECT * FROM jobs WHERE status IN (SELECT value FROM json_each(?)) ORDER BY seq', JSON.stringify(statuses))
      .map(jobOf);
  }

  countWithStatus(status: JobStatus): number {
    return Number(this.#db.get('SELECT ifnull(sum(n), 0) AS n FROM job_counts WHERE status = ?', status)?.['n']);
  }

  countByStatus(): StatusCounts {
    const sql = 'SELECT status, sum(n) AS n FROM job_counts WHERE owner NOT GLOB ? GROUP BY status HAVING sum(n) > 0';
    const rows = this.#db.all(sql, `${trashOwner('')}*`);
    return Object.fromEntries(rows.map((row) => [wordOf(row, 'status', JOB_STATUSES), numberOf(row, 'n')]));
  }

  postpone({ after, until, byMs }: Postponement): void {
    const sql = 'UPDATE jobs SET expires_at = expires_at + ? WHERE expires_at > ? AND expires_at <= ?';
    this.#db.run(sql, byMs, after, until);
  }

  expiredBefore(now: number, limit: number): JobRecord[] {
    return this.#db
      .all('SELECT * FROM jobs WHERE expires_at <= ? ORDER BY expires_at, seq LIMIT ?', now, limit)
      .map(jobOf);
  }

  putOutput(output: { jobId: string; nodeId: string; name: string; type: OutputType; assetId: string }): void {
    this.#db.run(
      `INSERT INTO outputs (job_id, node_id, name, type, asset_id) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (job_id, node_id, name) DO UPDATE SET type = excluded.type, asset_id = excluded.asset_id`,
      output.jobId,
      output.nodeId,
      output.name,
      output.type,
      output.assetId,
    );
  }

  output(jobId: string, nodeId: string, name: string): OutputRecord | null {
    const row = this.#db.get(
      `SELECT ${OUTPUT_VALUES} AS output FROM outputs JOIN assets ON assets.id = outputs.asset_id
         WHERE outputs.job_id = ? AND outputs.node_id = ? AND outputs.name = ?`,
      jobId,
      nodeId,
      name,
    );
    return row ? outputOf(jsonOf<OutputValues>(row, 'output')) : null;
  }

  outputs(jobIds: readonly string[]): Map<string, OutputRecord[]> {
    const row = this.#db.get(
      `SELECT json_group_array(${OUTPUT_VALUES}) AS outputs FROM json_each(?) AS wanted
         CROSS JOIN outputs ON outputs.job_id = wanted.value
         JOIN assets ON assets.id = outputs.asset_id`,
      JSON.stringify(jobIds),
    );
    const all = jsonOf<OutputValues[]>(row, 'outputs');
    const found = new Map<string, OutputRecord[]>();
    // An index returns them in this order, but SQL does not guarantee it.
    for (const values of all.sort(([a], [b]) => a - b)) {
      const output = outputOf(values);
      const list = found.get(output.jobId) ?? [];
      list.push(output);
      found.set(output.jobId, list);
    }
    return found;
  }

  outputNodes(assetIds: readonly string[]): Map<string, string> {
    const rows = this.#db.all(
      `SELECT outputs.asset_id, outputs.node_id
         FROM json_each(?) AS wanted
         CROSS JOIN outputs ON outputs.asset_id = wanted.value
         ORDER BY outputs.place DESC`,
      JSON.stringify(assetIds),
    );
    return new Map(rows.map((row) => [textOf(row, 'asset_id'), textOf(row, 'node_id')]));
  }
}
