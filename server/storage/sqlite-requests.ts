import type { ReadBucket } from '@contract/router/errors';
import type {
  NewRequest,
  RequestCompletion,
  RequestPhase,
  RequestRecord,
  RequestRecords,
  StoredBytes,
} from './request-records';
import type { RecordedResponse } from './router-records';
import type { Row, SqliteDatabase, SqlValue } from './sqlite-database';

/** Without input and answer, which can be long. */
const COLUMNS = `id, owner, model, phase, created_at, origin, completed_at, error_type, answer IS NOT NULL AS has_answer`;

export class SqliteRequests implements RequestRecords {
  readonly #db: SqliteDatabase;

  constructor(db: SqliteDatabase) {
    this.#db = db;
  }

  insert({ id, owner, model, createdAt, origin }: NewRequest, input: StoredBytes): void {
    this.#db.run(
      `INSERT INTO router_requests (id, owner, model, phase, created_at, origin, input, input_blob)
         VALUES (?, ?, ?, 'queued', ?, ?, ?, ?)`,
      id,
      owner,
      model,
      createdAt,
      origin,
      JSON.stringify(input),
      'blob' in input ? input.blob : null,
    );
  }

  get(id: string): RequestRecord | null {
    const row = this.#db.get(`SELECT ${COLUMNS} FROM router_requests WHERE id = ?`, id);
    return row ? requestOf(row) : null;
  }

  input(id: string): StoredBytes | null {
    return parsed<StoredBytes>(this.#db.get('SELECT input AS json FROM router_requests WHERE id = ?', id));
  }

  answer(id: string): RecordedResponse | null {
    return parsed<RecordedResponse>(this.#db.get('SELECT answer AS json FROM router_requests WHERE id = ?', id));
  }

  setPhase(id: string, phase: 'queued' | 'running'): void {
    this.#db.run('UPDATE router_requests SET phase = ? WHERE id = ?', phase, id);
  }

  complete(id: string, { completedAt, errorType, answer }: RequestCompletion): void {
    this.#db.run(
      `UPDATE router_requests SET phase = 'completed', completed_at = ?, error_type = ?, answer = ?, answer_blob = ?,
         input = NULL, input_blob = NULL WHERE id = ?`,
      completedAt,
      errorType,
      JSON.stringify(answer),
      'blob' in answer.body ? answer.body.blob : null,
      id,
    );
  }

  nextQueued(): RequestRecord[] {
    return this.#all(
      `seq IN (SELECT min(seq) FROM router_requests WHERE phase = 'queued' GROUP BY owner) ORDER BY seq`,
    );
  }

  running(): RequestRecord[] {
    return this.#all(`phase = 'running' ORDER BY seq`);
  }

  countQueued(owner: string): number {
    const row = this.#db.get(
      `SELECT count(*) AS n FROM router_requests WHERE phase = 'queued' AND owner = ?`,
      owner,
    ) as Row;
    return row['n'] as number;
  }

  queuePosition(id: string): number {
    const row = this.#db.get(
      `SELECT count(*) AS n FROM router_requests AS other, router_requests AS own
         WHERE own.id = ? AND other.phase = 'queued' AND other.owner = own.owner AND other.seq < own.seq`,
      id,
    ) as Row;
    return row['n'] as number;
  }

  queuedBefore(instant: number, limit: number): RequestRecord[] {
    return this.#all(`phase = 'queued' AND created_at < ? ORDER BY seq LIMIT ?`, instant, limit);
  }

  deleteResponsesBefore(instant: number): string[] {
    const old = 'answer IS NOT NULL AND completed_at < ?';
    const rows = this.#db.all(
      `SELECT answer_blob AS blob FROM router_requests WHERE ${old} AND answer_blob IS NOT NULL`,
      instant,
    );
    this.#db.run(`UPDATE router_requests SET answer = NULL, answer_blob = NULL WHERE ${old}`, instant);
    return rows.map((row) => row['blob'] as string);
  }

  removeCompletedBefore(instant: number): void {
    this.#db.run('DELETE FROM router_requests WHERE completed_at < ?', instant);
  }

  #all(condition: string, ...parameters: SqlValue[]): RequestRecord[] {
    return this.#db.all(`SELECT ${COLUMNS} FROM router_requests WHERE ${condition}`, ...parameters).map(requestOf);
  }
}

function parsed<T>(row: Row | undefined): T | null {
  const json = (row?.['json'] ?? null) as string | null;
  return json === null ? null : (JSON.parse(json) as T);
}

function requestOf(row: Row): RequestRecord {
  return {
    id: row['id'] as string,
    owner: row['owner'] as string,
    model: row['model'] as string,
    phase: row['phase'] as RequestPhase,
    createdAt: row['created_at'] as number,
    origin: row['origin'] as string,
    completedAt: row['completed_at'] as number | null,
    errorType: row['error_type'] as ReadBucket | null,
    hasAnswer: row['has_answer'] === 1,
  };
}
