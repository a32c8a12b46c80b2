import type { ReadBucket } from '@contract/router/errors';
import type {
  CallPatch,
  CallRecord,
  KeyedRun,
  KeyPatch,
  KeyState,
  RecordedResponse,
  RouterRecords,
} from './router-records';
import type { Row, SqliteDatabase, SqlValue } from './sqlite-database';

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
    const names = Object.keys(values) as (keyof CallPatch)[];
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
    ) as Row;
    return { calls: row['calls'] as number, cents: row['cents'] as number };
  }

  startedAfter(owner: string, instant: number): { calls: number; oldest: number | null } {
    const row = this.#db.get(
      'SELECT count(*) AS calls, min(started_at) AS oldest FROM router_calls WHERE owner = ? AND started_at > ?',
      owner,
      instant,
    ) as Row;
    return { calls: row['calls'] as number, oldest: row['oldest'] as number | null };
  }

  unendedCalls(): CallRecord[] {
    return this.#db.all('SELECT * FROM router_calls WHERE ended_at IS NULL ORDER BY started_at').map(callOf);
  }

  removeCallsEndedBefore(instant: number): void {
    this.#db.run('DELETE FROM router_calls WHERE ended_at < ?', instant);
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
      ...answerValues(run.answer),
    );
  }

  key(owner: string, key: string): KeyedRun | null {
    const row = this.#db.get('SELECT * FROM router_keys WHERE owner = ? AND key = ?', owner, key);
    return row ? keyOf(row) : null;
  }

  updateKey(owner: string, key: string, patch: KeyPatch): void {
    const run = this.key(owner, key);
    if (!run) return;
    const { state, answer } = { ...run, ...patch };
    this.#db.run(
      'UPDATE router_keys SET state = ?, answer = ?, answer_blob = ? WHERE owner = ? AND key = ?',
      state,
      ...answerValues(answer),
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

  keysClaimedBefore(instant: number, limit: number): KeyedRun[] {
    return this.#db
      .all('SELECT * FROM router_keys WHERE claimed_at < ? ORDER BY claimed_at LIMIT ?', instant, limit)
      .map(keyOf);
  }
}

function flagValue(flag: boolean | null): SqlValue {
  return flag === null ? null : Number(flag);
}

/** The blob stands in a column of its own: whether any record refers to it is asked often. */
function answerValues(answer: RecordedResponse | null): [SqlValue, SqlValue] {
  if (!answer) return [null, null];
  return [JSON.stringify(answer), 'blob' in answer.body ? answer.body.blob : null];
}

function callOf(row: Row): CallRecord {
  const charged = row['charged'] as number | null;
  return {
    id: row['id'] as string,
    owner: row['owner'] as string,
    model: row['model'] as string,
    startedAt: row['started_at'] as number,
    endedAt: row['ended_at'] as number | null,
    holdCents: row['hold_cents'] as number,
    status: row['status'] as number | null,
    bucket: row['bucket'] as ReadBucket | null,
    charged: charged === null ? null : charged === 1,
    creditsUsed: row['credits_used'] as string | null,
  };
}

function keyOf(row: Row): KeyedRun {
  const answer = row['answer'] as string | null;
  return {
    owner: row['owner'] as string,
    key: row['key'] as string,
    method: row['method'] as string,
    target: row['target'] as string,
    bodyHash: row['body_hash'] as string,
    claimedAt: row['claimed_at'] as number,
    callId: row['call_id'] as string,
    state: row['state'] as KeyState,
    answer: answer === null ? null : (JSON.parse(answer) as RecordedResponse),
  };
}
