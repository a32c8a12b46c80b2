import { accessSync, closeSync, constants, openSync } from 'node:fs';
import { openConnection, SQLITE, sqliteCode } from '../../storage/sqlite-driver';
import { systemErrorCode } from '../../startup-problem';

export interface FileLock {
  release: () => void;
}

/**
 * Acquires an exclusive lock that ends with its process, however that ends. Node has no file locks, and a pid file is stale after a
 * kill and wrong once the pid is reused. SQLite is a dependency anyway and locks files through the operating system on every
 * platform. Child processes do not inherit the lock, so an engine process that briefly outlives a killed gateway does not block the
 * folder.
 * @returns `null` if another process holds the lock. @throws the error of opening the file.
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

/** Checks access to the file. SQLite reports every failure to open with one code; the file system reports the reason. */
function makeSureOfAccess(file: string): void {
  try {
    // Does not open the file: closing it would release the locks of this process.
    accessSync(file, constants.R_OK | constants.W_OK);
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error;
    closeSync(openSync(file, 'a', 0o600));
  }
}
