import type { NewRequest, RequestCompletion, RequestRecord, RequestRecords, StoredBytes } from '../request-records';
import { REQUEST_PHASES, type RequestPhase } from '../request-records';
import type { RecordedResponse } from '../router-records';
import type { Row, SqliteDatabase, SqlValue } from './sqlite-database';
import { bucketOrNull, jsonOrNull, numberOf, numberOrNull, textOf, wordOf } from './rows';

/** Excludes input and response, which can be long. */
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

  response(id: string): RecordedResponse | null {
    return parsed<RecordedResponse>(this.#db.get('SELECT answer AS json FROM router_requests WHERE id = ?', id));
  }

  setPhase(id: string, phase: Exclude<RequestPhase, 'completed'>): void {
    this.#db.run('UPDATE router_requests SET phase = ? WHERE id = ?', phase, id);
  }

  complete(id: string, { completedAt, errorType, response }: RequestCompletion): void {
    this.#db.run(
      `UPDATE router_requests SET phase = 'completed', completed_at = ?, error_type = ?, answer = ?, answer_blob = ?,
         input = NULL, input_blob = NULL WHERE id = ?`,
      completedAt,
      errorType,
      JSON.stringify(response),
      'blob' in response.body ? response.body.blob : null,
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

  restored(): RequestRecord[] {
    return this.#all(`phase = 'restored' ORDER BY seq`);
  }

  countQueued(owner: string): number {
    const row = this.#db.get(`SELECT count(*) AS n FROM router_requests WHERE phase = 'queued' AND owner = ?`, owner);
    return numberOf(row, 'n');
  }

  queuePosition(id: string): number {
    const row = this.#db.get(
      `SELECT count(*) AS n FROM router_requests AS other, router_requests AS own
         WHERE own.id = ? AND other.phase = 'queued' AND other.owner = own.owner AND other.seq < own.seq`,
      id,
    );
    return numberOf(row, 'n');
  }

  queuedBefore(timestamp: number, limit: number): RequestRecord[] {
    return this.#all(`phase = 'queued' AND created_at < ? ORDER BY seq LIMIT ?`, timestamp, limit);
  }

  deleteResponsesBefore(timestamp: number): string[] {
    const old = 'answer IS NOT NULL AND completed_at < ?';
    const rows = this.#db.all(
      `SELECT answer_blob AS blob FROM router_requests WHERE ${old} AND answer_blob IS NOT NULL`,
      timestamp,
    );
    this.#db.run(`UPDATE router_requests SET answer = NULL, answer_blob = NULL WHERE ${old}`, timestamp);
    return rows.map((row) => textOf(row, 'blob'));
  }

  removeCompletedBefore(timestamp: number): void {
    this.#db.run('DELETE FROM router_requests WHERE completed_at < ?', timestamp);
  }

  #all(condition: string, ...parameters: SqlValue[]): RequestRecord[] {
    return this.#db.all(`SELECT ${COLUMNS} FROM router_requests WHERE ${condition}`, ...parameters).map(requestOf);
  }
}

function parsed<T>(row: Row | undefined): T | null {
  return row ? jsonOrNull<T>(row, 'json') : null;
}

function requestOf(row: Row): RequestRecord {
  return {
    id: textOf(row, 'id'),
    owner: textOf(row, 'owner'),
    model: textOf(row, 'model'),
    phase: wordOf(row, 'phase', REQUEST_PHASES),
    createdAt: numberOf(row, 'created_at'),
    origin: textOf(row, 'origin'),
    completedAt: numberOrNull(row, 'completed_at'),
    errorType: bucketOrNull(row, 'error_type'),
    hasAnswer: row['has_answer'] === 1,
  };
}
