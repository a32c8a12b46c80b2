import type { CallPatch, CallRecord, KeyedRun, KeyPatch, RecordedResponse, RouterRecords } from '../router-records';
import { KEY_STATES } from '../router-records';
import type { Row, SqliteDatabase, SqlValue } from './sqlite-database';
import { bucketOrNull, jsonOrNull, numberOf, numberOrNull, textOf, textOrNull, wordOf } from './rows';
import { ownKeys } from '@contract/typed-objects';

const CALL_COLUMNS: Readonly<Record<keyof CallPatch, string>> = {
  endedAt: 'ended_at',
  status: 'status',
  bucket: 'bucket',
  charged: 'charged',
  creditsUsed: 'credits_used',
};

export class SqliteRouter implements RouterRecords {
  readonly #db: SqliteDatabase;

  constructor(db: SqliteDatabase) {
    this.#db = db;
  }

  insertCall(call: CallRecord): void {
    this.#db.run(
      `INSERT INTO router_calls
         (id, owner, model, started_at, ended_at, hold_cents, status, bucket, charged, credits_used)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      call.id,
      call.owner,
      call.model,
      call.startedAt,
      call.endedAt,
      call.holdCents,
      call.status,
      call.bucket,
      flagValue(call.charged),
      call.creditsUsed,
    );
  }

  call(id: string): CallRecord | null {
    const row = this.#db.get('SELECT * FROM router_calls WHERE id = ?', id);
    return row ? callOf(row) : null;
  }

  updateCall(id: string, patch: CallPatch): void {
    const { charged, ...others } = patch;
    const values = { ...others, ...(charged === undefined ? {} : { charged: flagValue(charged) }) };
    const names = ownKeys(values);
    if (names.length === 0) return;
    const assignments = names.map((name) => `${CALL_COLUMNS[name]} = ?`).join(', ');
    this.#db.run(
      `UPDATE router_calls SET ${assignments} WHERE id = ?`,
      ...names.map((name) => values[name] ?? null),
      id,
    );
  }

  inFlight(owner: string): { calls: number; cents: number } {
    const row = this.#db.get(
      `SELECT count(*) AS calls, ifnull(sum(hold_cents), 0) AS cents FROM router_calls
         WHERE ended_at IS NULL AND owner = ?`,
      owner,
    );
    return { calls: numberOf(row, 'calls'), cents: numberOf(row, 'cents') };
  }

  startedAfter(owner: string, timestamp: number): { calls: number; oldest: number | null } {
    const row = this.#db.get(
      'SELECT count(*) AS calls, min(started_at) AS oldest FROM router_calls WHERE owner = ? AND started_at > ?',
      owner,
      timestamp,
    );
    return { calls: numberOf(row, 'calls'), oldest: numberOrNull(row, 'oldest') };
  }

  unendedCalls(): CallRecord[] {
    return this.#db.all('SELECT * FROM router_calls WHERE ended_at IS NULL ORDER BY started_at').map(callOf);
  }

  removeCallsEndedBefore(timestamp: number): void {
    this.#db.run('DELETE FROM router_calls WHERE ended_at < ?', timestamp);
  }

  insertKey(run: KeyedRun): void {
    this.#db.run(
      `INSERT INTO router_keys
         (owner, key, method, target, body_hash, claimed_at, call_id, state, answer, answer_blob)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      run.owner,
      run.key,
      run.method,
      run.target,
      run.bodyHash,
      run.claimedAt,
      run.callId,
      run.state,
      ...responseValues(run.response),
    );
  }

  key(owner: string, key: string): KeyedRun | null {
    const row = this.#db.get('SELECT * FROM router_keys WHERE owner = ? AND key = ?', owner, key);
    return row ? keyOf(row) : null;
  }

  updateKey(owner: string, key: string, patch: KeyPatch): void {
    const run = this.key(owner, key);
    if (!run) return;
    const { state, response } = { ...run, ...patch };
    this.#db.run(
      'UPDATE router_keys SET state = ?, answer = ?, answer_blob = ? WHERE owner = ? AND key = ?',
      state,
      ...responseValues(response),
      owner,
      key,
    );
  }

  removeKey(owner: string, key: string): void {
    this.#db.run('DELETE FROM router_keys WHERE owner = ? AND key = ?', owner, key);
  }

  begunKeys(): KeyedRun[] {
    return this.#db.all("SELECT * FROM router_keys WHERE state = 'begun'").map(keyOf);
  }

  submittedKeys(): KeyedRun[] {
    return this.#db.all("SELECT * FROM router_keys WHERE state = 'running' AND answer IS NOT NULL").map(keyOf);
  }

  keysClaimedBefore(timestamp: number, limit: number): KeyedRun[] {
    return this.#db
      .all('SELECT * FROM router_keys WHERE claimed_at < ? ORDER BY claimed_at LIMIT ?', timestamp, limit)
      .map(keyOf);
  }
}

function flagValue(flag: boolean | null): SqlValue {
  return flag === null ? null : Number(flag);
}

/** The blob has a separate column, since references to it are looked up often. */
function responseValues(response: RecordedResponse | null): [SqlValue, SqlValue] {
  if (!response) return [null, null];
  return [JSON.stringify(response), 'blob' in response.body ? response.body.blob : null];
}

function callOf(row: Row): CallRecord {
  const charged = numberOrNull(row, 'charged');
  return {
    id: textOf(row, 'id'),
    owner: textOf(row, 'owner'),
    model: textOf(row, 'model'),
    startedAt: numberOf(row, 'started_at'),
    endedAt: numberOrNull(row, 'ended_at'),
    holdCents: numberOf(row, 'hold_cents'),
    status: numberOrNull(row, 'status'),
    bucket: bucketOrNull(row, 'bucket'),
    charged: charged === null ? null : charged === 1,
    creditsUsed: textOrNull(row, 'credits_used'),
  };
}

function keyOf(row: Row): KeyedRun {
  return {
    owner: textOf(row, 'owner'),
    key: textOf(row, 'key'),
    method: textOf(row, 'method'),
    target: textOf(row, 'target'),
    bodyHash: textOf(row, 'body_hash'),
    claimedAt: numberOf(row, 'claimed_at'),
    callId: textOf(row, 'call_id'),
    state: wordOf(row, 'state', KEY_STATES),
    response: jsonOrNull<RecordedResponse>(row, 'answer'),
  };
}
