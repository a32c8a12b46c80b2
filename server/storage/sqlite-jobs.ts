import { isTerminal, type JobStatus } from '@contract/jobs/lifecycle';
import type { JobError, Labels, OutputType, Progress } from '@contract/jobs/schemas';
import { UNFINISHED } from './sqlite-assets';
import type { Row, SqlValue, SqliteDatabase } from './sqlite-database';
import { SearchedText } from './sqlite-searched-text';
import type { JobFilter, JobPatch, JobRecord, JobRecords, NewJob, OutputRecord, Postponement } from './store';

export function jobOf(row: Row): JobRecord {
  return {
    seq: row['seq'] as number,
    id: row['id'] as string,
    owner: row['owner'] as string,
    status: row['status'] as JobStatus,
    createdAt: row['created_at'] as number,
    startedAt: row['started_at'] as number | null,
    completedAt: row['completed_at'] as number | null,
    expiresAt: row['expires_at'] as number,
    labels: JSON.parse(row['labels'] as string) as Labels,
    progress: fromJson<Progress>(row['progress']),
    error: fromJson<JobError>(row['error']),
    needsExtraData: row['needs_extra_data'] === 1,
    starts: row['starts'] as number,
    outputTitle: row['output_title'] as string | null,
    engine: row['engine'] as string | null,
  };
}

/** An output as one text: thousands of rows of columns would take twice as long on their way into JavaScript. */
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

function fromJson<T>(value: SqlValue | undefined): T | null {
  return typeof value === 'string' ? (JSON.parse(value) as T) : null;
}

const toJson = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

/** Which column each patchable field is, and how it is written. */
const PATCH_COLUMNS: { [Field in keyof JobPatch]-?: readonly [string, (value: unknown) => SqlValue] } = {
  status: ['status', (value) => value as string],
  startedAt: ['started_at', (value) => value as number | null],
  completedAt: ['completed_at', (value) => value as number | null],
  progress: ['progress', toJson],
  error: ['error', toJson],
  starts: ['starts', (value) => value as number],
  engine: ['engine', (value) => value as string | null],
};

/** The newest jobs of a filter under one status (null: any), straight from an index. */
export function walkSql(filter: JobFilter, status: JobStatus | null): { sql: string; parameters: SqlValue[] } {
  const [first, ...others] = Object.entries(filter.labels ?? {});
  const parameters: SqlValue[] = [];
  let sql = 'SELECT jobs.* FROM jobs WHERE owner = ?';
  let seq = 'jobs.seq';
  if (first) {
    // CROSS JOIN keeps the label index on the outside, which yields the newest first without sorting.
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
      ) as Row;
      const record = jobOf(row);
      this.#db.run('INSERT INTO job_workflows (job_id, text) VALUES (?, ?)', job.id, job.workflowText);
      this.#searched.add(record.seq, job.searchText);
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
    return (this.#db.get('SELECT status FROM jobs WHERE id = ?', id)?.['status'] as JobStatus | undefined) ?? null;
  }

  list(filter: JobFilter): { jobs: JobRecord[]; more: boolean } {
    // One walk of an index per status, merged here: IN (...) would sort every job that matches.
    const statuses = filter.statuses ? new Set(filter.statuses) : [null];
    const rows = [...statuses].flatMap((status) => {
      const { sql, parameters } = walkSql(filter, status);
      return this.#db.all(sql, ...parameters);
    });
    const newestFirst = rows.sort((a, b) => (b['seq'] as number) - (a['seq'] as number));
    return { jobs: newestFirst.slice(0, filter.limit).map(jobOf), more: newestFirst.length > filter.limit };
  }

  update(id: string, patch: JobPatch): void {
    const fields = (Object.keys(patch) as (keyof JobPatch)[]).filter((field) => patch[field] !== undefined);
    if (fields.length === 0) return;
    const columns = fields.map((field) => PATCH_COLUMNS[field]);
    const values = fields.map((field, index) => columns[index]?.[1](patch[field]) ?? null);
    this.#db.transaction(() => {
      this.#db.run(`UPDATE jobs SET ${columns.map(([name]) => `${name} = ?`).join(', ')} WHERE id = ?`, ...values, id);
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
      // What an unfinished job still reads stays until the sweep finds it free.
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

  workflowText(id: string): string | null {
    const pieces = [...this.workflowPieces(id)];
    return pieces.length === 0 ? null : pieces.join('');
  }

  *workflowPieces(id: string): IterableIterator<string> {
    const row = this.#db.get('SELECT text FROM job_workflows WHERE job_id = ?', id);
    if (!row) return;
    const next = 'SELECT place, text FROM workflow_pieces WHERE job_id = ? AND place > ? ORDER BY place LIMIT 1';
    for (let place = -1; ;) {
      const piece = this.#db.get(next, id, place);
      if (!piece) break;
      place = piece['place'] as number;
      yield piece['text'] as string;
    }
    yield row['text'] as string;
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

  queuePosition(seq: number): number {
    const row = this.#db.get("SELECT count(*) AS n FROM jobs WHERE status = 'queued' AND seq < ?", seq);
    return Number(row?.['n']) + 1;
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
    return row ? outputOf(JSON.parse(row['output'] as string) as OutputValues) : null;
  }

  outputs(jobIds: readonly string[]): Map<string, OutputRecord[]> {
    const row = this.#db.get(
      `SELECT json_group_array(${OUTPUT_VALUES}) AS outputs FROM json_each(?) AS wanted
         CROSS JOIN outputs ON outputs.job_id = wanted.value
         JOIN assets ON assets.id = outputs.asset_id`,
      JSON.stringify(jobIds),
    );
    const all = JSON.parse(row?.['outputs'] as string) as OutputValues[];
    const found = new Map<string, OutputRecord[]>();
    // They come by an index in this order, which no rule of SQL promises.
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
    return new Map(rows.map((row) => [row['asset_id'] as string, row['node_id'] as string]));
  }
}
