import { SqliteAssets } from './sqlite-assets';
import { SqliteDatabase, type DatabaseOptions } from './sqlite-database';
import { SqliteJobSearches } from './sqlite-job-search';
import { SqliteJobs } from './sqlite-jobs';
import { SqliteRequests } from './sqlite-requests';
import { SqliteRouter } from './sqlite-router';
import { SqliteTrash } from './sqlite-trash';
import { SqliteSessions } from './sqlite-sessions';
import type { KeyRecords, LogRecord, LogRecords, SeenRecords, Store } from './store';

export interface StoreIdentity {
  /** A UUID. */
  id: string;
  /** Number of times the database was opened. */
  generation: number;
}

export interface SqliteStore extends Store {
  /** `null` for a database that was never opened with a data folder since identities exist. */
  identity(): StoreIdentity | null;
  setIdentity(identity: StoreIdentity): void;
  /** A sentence about what is wrong with the database; `null` if it works as far as is known. */
  problem(): string | null;
  /** Finds out whether the database can be written. */
  probe(): void;
  /** Rejects all writes, until it is called with `null`. */
  block(reason: string | null): void;
  /** The database file is still the one that was opened. */
  isInPlace(): boolean;
}

/**
 * The records in one SQLite file. @param options `syncFile`: in place of the system's own; `checkpointScript`: see there
 * @throws StoreCorrupt, StoreTooNew, StoreForeign (`store-errors.ts`), or what the file system says.
 */
export function openSqliteStore(path: string, options: Omit<DatabaseOptions, 'migrations'> = {}): SqliteStore {
  const db = new SqliteDatabase(path, options);
  // Of submissions that a kill cut off.
  db.run('DELETE FROM workflow_pieces WHERE job_id NOT IN (SELECT id FROM jobs)');
  return {
    problem: () => db.problem,
    probe: () => db.probe(),
    block: (reason) => db.block(reason),
    isInPlace: () => db.isInPlace,
    identity() {
      const row = db.get('SELECT id, generation FROM store_identity');
      return row ? { id: row['id'] as string, generation: row['generation'] as number } : null;
    },
    setIdentity({ id, generation }) {
      db.run('INSERT OR REPLACE INTO store_identity (only_row, id, generation) VALUES (1, ?, ?)', id, generation);
    },
    jobs: new SqliteJobs(db),
    search: new SqliteJobSearches(db),
    assets: new SqliteAssets(db),
    keys: new SqliteKeys(db),
    logs: new SqliteLogs(db),
    router: new SqliteRouter(db),
    requests: new SqliteRequests(db),
    seen: new SqliteSeen(db),
    sessions: new SqliteSessions(db),
    trash: new SqliteTrash(db),
    transaction: (work, how) => db.transaction(work, how),
    synced: () => db.synced(),
    close: () => db.close(),
  };
}

class SqliteKeys implements KeyRecords {
  readonly #db: SqliteDatabase;

  constructor(db: SqliteDatabase) {
    this.#db = db;
  }

  claim(scope: string, key: string, now: number, lifetimeMs: number): boolean {
    const changed = this.#db.run(
      `INSERT INTO idempotency_keys (scope, key, claimed_at) VALUES (?, ?, ?)
         ON CONFLICT (scope, key) DO UPDATE SET claimed_at = excluded.claimed_at WHERE claimed_at <= ?`,
      scope,
      key,
      now,
      now - lifetimeMs,
    );
    return changed === 1;
  }

  release(scope: string, key: string): void {
    this.#db.run('DELETE FROM idempotency_keys WHERE scope = ? AND key = ?', scope, key);
  }

  removeClaimedBefore(instant: number): void {
    this.#db.run('DELETE FROM idempotency_keys WHERE claimed_at < ?', instant);
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
      text: row['text'] as string,
      truncated: row['truncated'] === 1,
      capturedAt: row['captured_at'] as number,
      complete: row['complete'] === 1,
    };
  }
}

class SqliteSeen implements SeenRecords {
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

  removeNotedBefore(instant: number): void {
    this.#db.run('DELETE FROM seen_addresses WHERE noted_at < ?', instant);
  }
}
