import { GroupSync } from '../sync/group-sync';
import { LogCheckpoints } from '../sync/log-checkpoints';
import { datasync, LogFile, type SyncFile } from '../sync/log-file';
import { MIGRATIONS } from './migrations';
import { openConnection, SQLITE, sqliteCode, type SqliteConnection, type SqliteStatement } from '../sqlite-driver';
import { StoreWatch } from '../sync/store-watch';
import { DISK_FULL, type SpareRoom } from '../spare-room';
import { StoreCorrupt, StoreForeign, StoreTooNew, StoreUnusable } from '../store-errors';

export type SqlValue = string | number | null;
export type Row = Record<string, SqlValue>;

/** "FLDK": identifies our files among those of other programs. */
export const APPLICATION_ID = 0x464c444b;

const BUSY_TIMEOUT_MS = 2000;

/** Size of the log in pages, 4 MB in total, at which a commit copies it into the database. */
const LOG_PAGES = 1000;
/** The same limit if a thread copies the log earlier, unless commits are faster than the thread. */
const MAX_LOG_PAGES = 16_000;

/** Files up to this size are checked completely at start, in about 0.1 s; damage in larger ones is found when they are read. */
const CHECKED_AT_START_BYTES = 256 * 1024 ** 2;

export interface DatabaseOptions {
  migrations?: readonly string[];
  syncFile?: SyncFile;
  /** Path of the built `checkpoint-worker`. If absent, the log is copied into the database on the event loop. */
  checkpointScript?: string;
  /** Space for writes that find the disk full. */
  spareRoom?: SpareRoom;
}

/**
 * Statements, transactions, migrations and the startup check, over one connection of the driver. A commit is written but not
 * synced; the log is synced outside of the event loop (decision 052).
 */
export class SqliteDatabase {
  readonly #db: SqliteConnection;
  readonly #path: string;
  readonly #statements = new Map<string, SqliteStatement>();
  /** `null` until the file is open. */
  #watch: StoreWatch | null = null;
  readonly #log: LogFile;
  readonly #commits: GroupSync;
  readonly #spareRoom: SpareRoom | null;
  #checkpoints: LogCheckpoints | null = null;
  #depth = 0;
  /** In the open transaction. A commit without changes needs no sync and no checkpoint. */
  #hasWritten = false;

  /** @throws StoreCorrupt, StoreTooNew, StoreForeign, or the error of the file system. */
  constructor(
    path: string,
    { migrations = MIGRATIONS, syncFile = datasync, checkpointScript, spareRoom }: DatabaseOptions = {},
  ) {
    this.#path = path;
    this.#spareRoom = spareRoom ?? null;
    this.#log = new LogFile(path, syncFile);
    this.#commits = new GroupSync(this.#log);
    this.#db = this.#guard(() => openConnection(path));
    try {
      this.#open(migrations);
      this.#watch = new StoreWatch(path, this.#commits);
      if (checkpointScript !== undefined) this.#startCheckpoints(checkpointScript);
      // This includes the commits of a process that was killed.
      this.#commits.request();
    } catch (error) {
      this.#db.close();
      throw error;
    }
  }

  #open(migrations: readonly string[]): void {
    this.#check();
    // A tool that has the file open delays a write for a moment, instead of failing it.
    this.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    this.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON');
    this.#migrate(migrations);
  }

  #startCheckpoints(script: string): void {
    this.exec(`PRAGMA wal_autocheckpoint = ${MAX_LOG_PAGES}`);
    this.#checkpoints = new LogCheckpoints({
      path: this.#path,
      script,
      isHealthy: () => this.problem === null,
      onLost: () => this.exec(`PRAGMA wal_autocheckpoint = ${LOG_PAGES}`),
    });
  }

  #check(): void {
    const version = this.#pragma('user_version');
    const application = this.#pragma('application_id');
    const isEmpty = this.#pragma('schema_version') === 0;
    if (!isEmpty && application !== APPLICATION_ID) throw new StoreForeign(this.#path);
    if (isEmpty && version !== 0) throw new StoreCorrupt(this.#path);
    if (this.#pragma('page_count') * this.#pragma('page_size') > CHECKED_AT_START_BYTES) return;
    const found = this.all('PRAGMA quick_check(1)').map((row) => row['quick_check']);
    if (found[0] !== 'ok') throw new StoreCorrupt(this.#path, { cause: new Error(String(found[0])) });
  }

  #migrate(migrations: readonly string[]): void {
    const version = this.#pragma('user_version');
    if (version > migrations.length) throw new StoreTooNew(this.#path, version, migrations.length);
    migrations.slice(version).forEach((step, index) => {
      // The version number is set in the same transaction, so that an interrupted step never counts.
      this.transaction(() => {
        this.exec(step);
        this.exec(`PRAGMA user_version = ${version + index + 1}; PRAGMA application_id = ${APPLICATION_ID}`);
      });
    });
  }

  #pragma(name: string): number {
    return Number(this.get(`PRAGMA ${name}`)?.[name]);
  }

  exec(sql: string): void {
    this.#guard(() => this.#db.exec(sql));
  }

  /** Runs a statement, in a new transaction if none is open. @returns the number of changed rows */
  run(sql: string, ...parameters: SqlValue[]): number {
    if (this.#depth === 0) return this.transaction(() => this.run(sql, ...parameters));
    const changes = this.#execute(sql, (statement) => Number(statement.run(...parameters).changes));
    if (changes > 0) this.#hasWritten = true;
    return changes;
  }

  get(sql: string, ...parameters: SqlValue[]): Row | undefined {
    // SQLite gives texts, numbers and nulls: the tables hold no blobs, and big integers are off.
    return this.#execute(sql, (statement) => statement.get(...parameters)) as Row | undefined;
  }

  all(sql: string, ...parameters: SqlValue[]): Row[] {
    return this.#execute(sql, (statement) => statement.all(...parameters)) as Row[];
  }

  /**
   * Runs a transaction. When it returns, the commit is in the hands of the operating system: only a power loss can undo it, until
   * it is `synced`. A nested transaction that throws is rolled back alone. On a full disk the work runs again, with some of the
   * spare room. @param how `quick`: no sync is needed
   */
  transaction<T>(work: () => T, how: { quick: boolean } = { quick: false }): T {
    for (;;) {
      try {
        return this.#transact(work, how);
      } catch (error) {
        if (this.#depth > 0 || !this.#isDiskFull(error)) throw error;
        if (!this.#spareRoom?.makeRoom()) throw new StoreUnusable(DISK_FULL, { cause: error });
      }
    }
  }

  #transact<T>(work: () => T, { quick }: { quick: boolean }): T {
    const [begin, commit, rollback] =
      this.#depth === 0
        ? ['BEGIN IMMEDIATE', 'COMMIT', 'ROLLBACK']
        : ['SAVEPOINT inner_step', 'RELEASE inner_step', 'ROLLBACK TO inner_step; RELEASE inner_step'];
    this.exec(begin);
    if (this.#depth === 0) this.#hasWritten = false;
    this.#depth += 1;
    try {
      const result = work();
      if (this.#depth === 1) this.#watch?.checkPlace();
      this.exec(commit);
      if (this.#depth === 1) this.#committed(quick);
      return result;
    } catch (error) {
      if (this.#db.isTransaction) this.exec(rollback);
      throw error;
    } finally {
      this.#depth -= 1;
    }
  }

  /** The file of the shared index reports a full disk as an I/O error. */
  #isDiskFull(error: unknown): boolean {
    const code = sqliteCode(error);
    return code === SQLITE.FULL || (code === SQLITE.IOERR && this.#spareRoom?.isFull === true);
  }

  #committed(quick: boolean): void {
    this.#watch?.worked();
    if (this.#hasWritten && !quick) this.#commits.request();
    if (this.#hasWritten) this.#checkpoints?.committed();
  }

  /** Resolves when all commits so far are on disk, except quick ones. @throws StoreUnusable */
  synced(): Promise<void> {
    return this.#commits.synced();
  }

  /** Describes what is wrong with the database; `null` if no problem is known. */
  get problem(): string | null {
    return this.#watch?.problem ?? null;
  }

  get isInPlace(): boolean {
    return this.#watch?.isInPlace ?? true;
  }

  /** Rejects all writes until it is called with `null`. */
  block(reason: string | null): void {
    this.#watch?.block(reason);
  }

  /** Checks whether the database is writable. Writes only if an earlier write failed. */
  probe(): void {
    if (this.#commits.hasFailed) {
      this.#commits.request();
      return;
    }
    try {
      this.exec('BEGIN IMMEDIATE');
      this.exec(this.problem === null ? 'ROLLBACK' : 'UPDATE store_identity SET generation = generation; COMMIT');
      this.#watch?.worked();
    } catch {
      // The watch has recorded the error.
      if (this.#db.isTransaction) this.exec('ROLLBACK');
    }
  }

  close(): void {
    this.#checkpoints?.close();
    this.#copyLog();
    this.#commits.close();
    this.#statements.clear();
    this.#db.close();
    void this.#log.close();
  }

  /** On a full disk the log remains, and the next start reads it. */
  #copyLog(): void {
    try {
      this.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch (error) {
      if (!this.#isDiskFull(error)) throw error;
      if (this.#spareRoom?.makeRoom()) this.#copyLog();
    }
  }

  #execute<T>(sql: string, use: (statement: SqliteStatement) => T): T {
    return this.#guard(() => {
      let statement = this.#statements.get(sql);
      if (!statement) {
        statement = this.#db.prepare(sql);
        this.#statements.set(sql, statement);
      }
      return use(statement);
    });
  }

  #guard<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      this.#watch?.failed(error);
      const code = sqliteCode(error);
      if (code === SQLITE.CORRUPT || code === SQLITE.NOTADB) throw new StoreCorrupt(this.#path, { cause: error });
      throw error;
    }
  }
}
