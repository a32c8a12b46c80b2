import { statSync, type Stats } from 'node:fs';
import { NOT_SYNCED, type GroupSync } from './group-sync';
import { SQLITE, sqliteCode } from '../sqlite-driver';
import { DISK_FULL } from '../spare-room';
import { StoreCorrupt, StoreUnusable } from '../store-errors';

const FAILURES: Readonly<Record<number, string>> = {
  [SQLITE.READONLY]: 'The database cannot be written: its file or folder is read-only',
  [SQLITE.IOERR]: 'The database cannot be read or written: its disk reports errors',
  [SQLITE.FULL]: DISK_FULL,
  [SQLITE.CANTOPEN]: 'The database cannot be written: its folder is not accessible',
};

/** Tracks whether the database file is still the one that was opened, and whether the last access worked. */
export class StoreWatch {
  readonly #path: string;
  readonly #opened: Stats;
  readonly #commits: Pick<GroupSync, 'hasFailed'>;
  #failure: string | null = null;
  #block: string | null = null;

  /** @param path of the open database. */
  constructor(path: string, commits: Pick<GroupSync, 'hasFailed'>) {
    this.#path = path;
    this.#commits = commits;
    this.#opened = statSync(path);
  }

  /** Describes what is wrong with the database; `null` if no problem is known. */
  get problem(): string | null {
    if (this.#block !== null) return this.#block;
    if (!this.isInPlace) return this.#replaced();
    return this.#commits.hasFailed ? NOT_SYNCED : this.#failure;
  }

  /** Rejects all writes from now on, until it is called with `null`. */
  block(reason: string | null): void {
    this.#block = reason;
  }

  /**
   * Call before a commit. Data written to a removed file is lost at the next start, and so is data written after something that is
   * not on disk.
   * @throws StoreUnusable
   */
  checkPlace(): void {
    if (this.#block !== null) throw new StoreUnusable(this.#block);
    if (!this.isInPlace) throw new StoreUnusable(this.#replaced());
    if (this.#commits.hasFailed) throw new StoreUnusable(NOT_SYNCED);
  }

  worked(): void {
    this.#failure = null;
  }

  failed(error: unknown): void {
    if (error instanceof StoreCorrupt) this.#failure = 'The database is damaged, or its disk reports errors';
    const code = sqliteCode(error);
    if (code !== null && code in FAILURES) this.#failure = FAILURES[code] ?? null;
  }

  /** True if the file is still the one that was opened. */
  get isInPlace(): boolean {
    try {
      // Does not open the file: closing it would release the locks of SQLite in this process.
      const found = statSync(this.#path, { throwIfNoEntry: false });
      return found !== undefined && found.ino === this.#opened.ino && found.dev === this.#opened.dev;
    } catch {
      return false;
    }
  }

  #replaced(): string {
    return 'The database was removed or replaced while the gateway runs: put it back, then restart the gateway';
  }
}
