import { SqliteAssets } from './sqlite-assets';
import { SqliteDatabase, type DatabaseOptions } from './sqlite-database';
import { SqliteJobSearches } from './sqlite-job-search';
import { SqliteJobs } from './sqlite-jobs';
import { SqliteCurated } from './sqlite-curated';
import { SqliteRequests } from './sqlite-requests';
import { SqliteRouter } from './sqlite-router';
import { SqliteTrash } from './sqlite-trash';
import { SqliteWebhook } from './sqlite-webhook';
import type {
  KeyClaim,
  KeyRecords,
  LogRecord,
  LogRecords,
  ResultUrlRecords,
  Store,
  SessionRecord,
  SessionRecords,
} from '../store';
import { numberOf, textOf, textOrNull, numberOrNull } from './rows';
import type { QueueRecords } from '../queue-records';

export interface StoreIdentity {
  /** A UUID. */
  id: string;
  /** Number of times the database was opened. */
  generation: number;
}

export interface SqliteStore extends Store {
  /** `null` if the database was never opened with a data folder since identities were introduced. */
  identity(): StoreIdentity | null;
  setIdentity(identity: StoreIdentity): void;
  /** Describes what is wrong with the database; `null` if no problem is known. */
  problem(): string | null;
  /** Checks whether the database is writable. */
  probe(): void;
  /** Rejects all writes until it is called with `null`. */
  block(reason: string | null): void;
  /** Returns true if the database file is still the one that was opened. */
  isInPlace(): boolean;
}

/**
 * Opens the records in one SQLite file. @param options `syncFile`: replaces that of the system; `checkpointScript`: see
 * `DatabaseOptions`
 * @throws StoreCorrupt, StoreTooNew, StoreForeign (`store-errors.ts`), or the error of the file system.
 */
export function openSqliteStore(path: string, options: Omit<DatabaseOptions, 'migrations'> = {}): SqliteStore {
  const db = new SqliteDatabase(path, options);
  // Remains of submissions that a kill interrupted.
  db.run('DELETE FROM workflow_pieces WHERE job_id NOT IN (SELECT id FROM jobs)');
  return {
    problem: () => db.problem,
    probe: () => db.probe(),
    block: (reason) => db.block(reason),
    isInPlace: () => db.isInPlace,
    identity() {
      const row = db.get('SELECT id, generation FROM store_identity');
      return row ? { id: textOf(row, 'id'), generation: numberOf(row, 'generation') } : null;
    },
    setIdentity({ id, generation }) {
      db.run('INSERT OR REPLACE INTO store_identity (only_row, id, generation) VALUES (1, ?, ?)', id, generation);
    },
    jobs: new SqliteJobs(db),
    queue: new SqliteQueue(db),
    search: new SqliteJobSearches(db),
    assets: new SqliteAssets(db),
    keys: new SqliteKeys(db),
    logs: new SqliteLogs(db),
    router: new SqliteRouter(db),
    requests: new SqliteRequests(db),
    seen: new SqliteResultUrls(db),
    sessions: new SqliteSessions(db),
    trash: new SqliteTrash(db),
    webhook: new SqliteWebhook(db),
    curated: new SqliteCurated(db),
    transaction: (work, how) => db.transaction(work, how),
    synced: () => db.synced(),
    close: () => db.close(),
  };
}

class SqliteQueue implements QueueRecords {
  readonly #db: SqliteDatabase;

  constructor(db: SqliteDatabase) {
    this.#db = db;
  }

  pausedAt(): number | null {
    const row = this.#db.get('SELECT paused_at FROM queue_state');
    return row ? numberOrNull(row, 'paused_at') : null;
  }

  setPausedAt(pausedAt: number | null): void {
    this.#db.run('INSERT OR REPLACE INTO queue_state (only_row, paused_at) VALUES (1, ?)', pausedAt);
  }

  takeSeq(): number {
    return this.#db.transaction(() => {
      // SQLite keeps the last number of an AUTOINCREMENT key in this table, and permits updates of it.
      this.#db.run("UPDATE sqlite_sequence SET seq = seq + 1 WHERE name = 'jobs'");
      return numberOf(this.#db.get("SELECT seq FROM sqlite_sequence WHERE name = 'jobs'"), 'seq');
    });
  }

  setRank(jobId: string, rank: number): void {
    this.#db.run('UPDATE jobs SET queue_rank = ? WHERE id = ?', rank, jobId);
  }
}

class SqliteKeys implements KeyRecords {
  readonly #db: SqliteDatabase;

  constructor(db: SqliteDatabase) {
    this.#db = db;
  }

  claim(scope: string, key: string, now: number, lifetimeMs: number, assetId?: string): boolean {
    const changed = this.#db.run(
      `INSERT INTO idempotency_keys (scope, key, claimed_at, asset_id) VALUES (?, ?, ?, ?)
         ON CONFLICT (scope, key) DO UPDATE SET claimed_at = excluded.claimed_at, asset_id = excluded.asset_id
           WHERE claimed_at <= ?`,
      scope,
      key,
      now,
      assetId ?? null,
      now - lifetimeMs,
    );
    return changed === 1;
  }

  find(scope: string, key: string, now: number, lifetimeMs: number): KeyClaim | null {
    const sql = 'SELECT asset_id FROM idempotency_keys WHERE scope = ? AND key = ? AND claimed_at > ?';
    const row = this.#db.get(sql, scope, key, now - lifetimeMs);
    return row ? { assetId: textOrNull(row, 'asset_id') } : null;
  }

  release(scope: string, key: string): void {
    this.#db.run('DELETE FROM idempotency_keys WHERE scope = ? AND key = ?', scope, key);
  }

  removeClaimedBefore(timestamp: number): void {
    this.#db.run('DELETE FROM idempotency_keys WHERE claimed_at < ?', timestamp);
  }
}

class SqliteLogs implements LogRecords {
  readonly #db: SqliteDatabase;

  constructor(db: SqliteDatabase) {
    this.#db = db;
  }

  put(jobId: string, log: LogRecord): void {
    this.#db.run(
      `INSERT INTO logs (job_id, text, truncated, captured_at, complete) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (job_id) DO UPDATE SET text = excluded.text, truncated = excluded.truncated,
           captured_at = excluded.captured_at, complete = excluded.complete`,
      jobId,
      log.text,
      log.truncated ? 1 : 0,
      log.capturedAt,
      log.complete ? 1 : 0,
    );
  }

  get(jobId: string): LogRecord | null {
    const row = this.#db.get('SELECT * FROM logs WHERE job_id = ?', jobId);
    if (!row) return null;
    return {
      text: textOf(row, 'text'),
      truncated: row['truncated'] === 1,
      capturedAt: numberOf(row, 'captured_at'),
      complete: row['complete'] === 1,
    };
  }
}

class SqliteResultUrls implements ResultUrlRecords {
  readonly #db: SqliteDatabase;

  constructor(db: SqliteDatabase) {
    this.#db = db;
  }

  note(digests: readonly string[], now: number): void {
    for (const digest of digests) {
      this.#db.run('INSERT OR REPLACE INTO seen_addresses (digest, noted_at) VALUES (?, ?)', digest, now);
    }
  }

  has(digest: string): boolean {
    return this.#db.get('SELECT 1 FROM seen_addresses WHERE digest = ?', digest) !== undefined;
  }

  removeNotedBefore(timestamp: number): void {
    this.#db.run('DELETE FROM seen_addresses WHERE noted_at < ?', timestamp);
  }
}

class SqliteSessions implements SessionRecords {
  readonly #db: SqliteDatabase;

  constructor(db: SqliteDatabase) {
    this.#db = db;
  }

  all(): SessionRecord[] {
    return this.#db.all('SELECT * FROM sessions ORDER BY expires_at, id').map((row) => ({
      id: textOf(row, 'id'),
      proof: textOf(row, 'proof'),
      token: textOf(row, 'token'),
      expiresAt: numberOf(row, 'expires_at'),
    }));
  }

  insert({ id, proof, token, expiresAt }: SessionRecord): void {
    this.#db.run(
      'INSERT INTO sessions (id, proof, token, expires_at) VALUES (?, ?, ?, ?)',
      id,
      proof,
      token,
      expiresAt,
    );
  }

  remove(id: string): void {
    this.#db.run('DELETE FROM sessions WHERE id = ?', id);
  }
}
