import { getBuiltinModule, versions } from 'node:process';

/** The part of the `node:sqlite` API that is used here. Both drivers implement it; `sqlite-driver.spec.ts` checks each. */
export interface SqliteConnection {
  readonly isTransaction: boolean;
  exec(sql: string): void;
  prepare(sql: string): SqliteStatement;
  close(): void;
}

export interface SqliteStatement {
  run(...parameters: (string | number | null)[]): { changes: number | bigint };
  get(...parameters: (string | number | null)[]): unknown;
  all(...parameters: (string | number | null)[]): unknown[];
}

export interface SqliteDriver {
  DatabaseSync: new (path: string, options?: { readOnly?: boolean }) => SqliteConnection;
  backup(source: SqliteConnection, path: string, options: { rate: number }): Promise<number>;
}

/** Node 22 also has the module, as an experiment that prints a warning. */
const FIRST_STABLE_MAJOR = 24;

/** Returns `null` if this version of Node has no stable SQLite. */
export function builtinDriver(): SqliteDriver | null {
  if (Number.parseInt(versions.node, 10) < FIRST_STABLE_MAJOR) return null;
  // `@types/node` describes Node 20, which does not have this module.
  const load = getBuiltinModule as (id: string) => unknown;
  return (load('node:sqlite') as SqliteDriver | undefined) ?? null;
}

export async function packagedDriver(): Promise<SqliteDriver> {
  return await import('@photostructure/sqlite');
}

/**
 * One driver per process: two copies of SQLite that open the same file release each other's POSIX locks. For the same reason, no
 * other code in this process may open and close the database file.
 */
const driver = builtinDriver() ?? (await packagedDriver());
const { DatabaseSync } = driver;

export function openConnection(path: string, options: { readOnly?: boolean } = {}): SqliteConnection {
  return new DatabaseSync(path, options);
}

/** More pages than a database has. */
const ALL_PAGES = 2 ** 31 - 1;
const READ_TIMEOUT_MS = 10_000;

/**
 * Copies a database as it is at one moment into a new file, while other processes use it. All pages are read in one step: with
 * several steps, SQLite starts again after each commit of another process, and would never finish beside a busy one.
 */
export async function copyDatabase(from: string, to: string): Promise<void> {
  const source = openConnection(from, { readOnly: true });
  try {
    source.exec(`PRAGMA busy_timeout = ${READ_TIMEOUT_MS}`);
    await driver.backup(source, to, { rate: ALL_PAGES });
  } finally {
    source.close();
  }
}

/** Primary result codes (sqlite.org/rescode.html). */
export const SQLITE = {
  BUSY: 5,
  READONLY: 8,
  IOERR: 10,
  CORRUPT: 11,
  FULL: 13,
  CANTOPEN: 14,
  NOTADB: 26,
} as const;

/** Returns the primary result code of an SQLite error; `null` for any other error. */
export function sqliteCode(error: unknown): number | null {
  const code = error instanceof Error && 'errcode' in error ? error.errcode : null;
  return typeof code === 'number' ? code & 0xff : null;
}
