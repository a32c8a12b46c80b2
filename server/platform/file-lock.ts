import { accessSync, closeSync, constants, openSync } from 'node:fs';
import { openConnection, SQLITE, sqliteCode } from '../storage/sqlite-driver';
import { systemErrorCode } from './startup-problem';

export interface FileLock {
  release: () => void;
}

/**
 * An exclusive lock that ends with its process, whatever ends the process. Node has no file locks of its own, and a
 * file that holds a pid is stale after a kill and wrong once the pid is given out again; SQLite, which is here anyway,
 * locks a file through the operating system on every platform. Children do not inherit such a lock, so an engine
 * process that outlives a killed gateway for a moment does not keep the folder shut.
 *
 * @returns null when another process has it. @throws what opening the file throws.
 */
export function lockFile(file: string): FileLock | null {
  makeSureOfAccess(file);
  const database = openConnection(file);
  try {
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (sqliteCode(error) === SQLITE.BUSY) return null;
    throw error;
  }
  return {
    release() {
      database.exec('ROLLBACK');
      database.close();
    },
  };
}

/** SQLite reports every failure to open with one code; the file system says which it is. */
function makeSureOfAccess(file: string): void {
  try {
    // Not by opening: closing a file drops the locks that this process has on it.
    accessSync(file, constants.R_OK | constants.W_OK);
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error;
    closeSync(openSync(file, 'a', 0o600));
  }
}
