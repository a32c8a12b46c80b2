import { appendFileSync, existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { SqliteConnection } from '../../../storage/sqlite-driver';
import type { Disk } from '../disk-space';

const MEGABYTE = 1024 ** 2;
/** A commit writes at least some pages to the log. */
const COMMIT_BYTES = 64 * 1024;

/** A disk with little space: real files in a folder, whose sizes are compared with a capacity. */
export class SmallDisk implements Disk {
  /** Bytes of other programs. */
  others = 0;
  /** Reports no space although there is some, as some file systems do. */
  isSilent = false;
  readonly #folder: string;
  readonly #capacity: number;

  constructor(folder: string, capacity = 400 * MEGABYTE) {
    this.#folder = folder;
    this.#capacity = capacity;
  }

  /** Leaves nothing. */
  fill(): void {
    this.others += this.#free();
  }

  space(): { free: number; total: number } {
    return { free: this.isSilent ? 0 : this.#free(), total: this.#capacity };
  }

  append(file: string, bytes: number): void {
    if (this.#free() < bytes) throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
    appendFileSync(file, Buffer.alloc(bytes, 1));
  }

  /** @throws what SQLite throws if a commit finds no space. */
  commit(): void {
    if (this.#free() < COMMIT_BYTES) throw Object.assign(new Error('database or disk is full'), { errcode: 13 });
  }

  #free(): number {
    return Math.max(0, this.#capacity - this.others - bytesIn(this.#folder));
  }
}

/** A connection whose commits need space on the disk of the test. */
export function onDisk(connection: SqliteConnection, disk: () => SmallDisk | null): SqliteConnection {
  let hasChanged = false;
  return {
    get isTransaction() {
      return connection.isTransaction;
    },
    exec(sql) {
      if (sql === 'COMMIT' && hasChanged) disk()?.commit();
      connection.exec(sql);
      if (sql === 'COMMIT' || sql === 'ROLLBACK') hasChanged = false;
    },
    prepare(sql) {
      const statement = connection.prepare(sql);
      return {
        run(...parameters) {
          const result = statement.run(...parameters);
          hasChanged ||= Number(result.changes) > 0;
          return result;
        },
        get: (...parameters) => statement.get(...parameters),
        all: (...parameters) => statement.all(...parameters),
      };
    },
    close: () => connection.close(),
  };
}

function bytesIn(folder: string): number {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const file = path.join(folder, entry.name);
    return sum + (entry.isDirectory() ? bytesIn(file) : (statSync(file, { throwIfNoEntry: false })?.size ?? 0));
  }, 0);
}
