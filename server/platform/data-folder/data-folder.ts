import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { sqliteCode } from '../../storage/sqlite-driver';
import { lockFile, type FileLock } from './file-lock';
import { checkFolderIsOurs } from './folder-safety';
import { readOwnFile, writeWhole } from '../../storage/files/own-files';
import { StartupProblem, systemErrorCode } from '../../startup-problem';
import { refuseUnfinishedRestore } from './unfinished-restore';

/**
 * The folder with all data of the gateway. One process at a time uses it. The operating system holds the lock (`file-lock.ts`), so
 * that a kill leaves no stale lock.
 */
export interface DataFolder {
  path: string;
  databasePath: string;
  blobsPath: string;
  /** Signs content URLs; created once, never leaves the folder. */
  secret: Buffer;
  /** True if other users can read its files, which deserves a warning. */
  isOpenToOthers: boolean;
  /** Returns true if the lock file is still the locked one; locks a new one if it was removed. */
  holdsLock: () => boolean;
  /** Stores the URL of this gateway for a second start. */
  announce: (url: string) => void;
  release: () => void;
}

/** Another process uses the folder. */
export class FolderLocked extends Error {
  constructor(folder: string) {
    super(`The data folder ${folder} is in use by another process`);
    this.name = 'FolderLocked';
  }
}

const ANNOUNCEMENT = 'running.json';
const SECRET_BYTES = 32;

/** @throws StartupProblem, FolderLocked */
export function openDataFolder(folder: string): DataFolder {
  try {
    makeFolder(folder);
    if (!statSync(folder).isDirectory()) {
      throw new StartupProblem(`The data folder ${folder} is a file: name a folder with --data-dir.`);
    }
    checkFolderIsOurs(folder);
    refuseUnfinishedRestore(folder);
    const lock = lockFile(path.join(folder, 'lock'));
    if (lock === null) throw new FolderLocked(folder);
    try {
      return lockedFolder(folder, lock);
    } catch (error) {
      lock.release();
      throw error;
    }
  } catch (error) {
    throw explain(error, folder);
  }
}

/** Creates a private folder. Not with Node's recursive mkdir, which loops forever on a file system that cannot create folders. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  const parent = path.dirname(folder);
  if (parent !== folder) makeFolder(parent);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another gateway that starts at the same time was faster.
    if (systemErrorCode(error) !== 'EEXIST') throw error;
  }
}

function lockedFolder(folder: string, lock: FileLock): DataFolder {
  const lockPath = path.join(folder, 'lock');
  const locks = [lock];
  let locked = inodeOf(lockPath);
  const announcement = path.join(folder, ANNOUNCEMENT);
  rmSync(announcement, { force: true });
  return {
    path: folder,
    databasePath: path.join(folder, 'flowdeck.db'),
    blobsPath: path.join(folder, 'blobs'),
    secret: secretOf(path.join(folder, 'secret')),
    isOpenToOthers: process.platform !== 'win32' && (statSync(folder).mode & 0o077) !== 0,
    holdsLock() {
      if (inodeOf(lockPath) === locked) return true;
      const next = lockAgain(lockPath);
      if (next === null) return false;
      locks.push(next);
      locked = inodeOf(lockPath);
      return true;
    },
    announce: (url) => writeWhole(announcement, JSON.stringify({ address: url, pid: process.pid })),
    release() {
      rmSync(announcement, { force: true });
      for (const each of locks) each.release();
    },
  };
}

function inodeOf(file: string): number | null {
  return statSync(file, { throwIfNoEntry: false })?.ino ?? null;
}

/** Returns `null` if another process was faster, or if the folder is missing. */
function lockAgain(file: string): FileLock | null {
  try {
    return lockFile(file);
  } catch {
    return null;
  }
}

function secretOf(file: string): Buffer {
  try {
    const secret = Buffer.from(readOwnFile(file).trim(), 'hex');
    if (secret.length === SECRET_BYTES) return secret;
    throw new StartupProblem(`The file ${file} is damaged: remove it, and result URLs are signed with a new key.`);
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error;
  }
  const secret = randomBytes(SECRET_BYTES);
  writeWhole(file, secret.toString('hex'));
  return secret;
}

/** Returns the URL stored by the process that uses this folder; `null` before it is stored, and stale after a kill. */
export function announcedUrl(folder: string): string | null {
  try {
    const announced: unknown = JSON.parse(readOwnFile(path.join(folder, ANNOUNCEMENT)));
    const address = typeof announced === 'object' && announced !== null && 'address' in announced && announced.address;
    return typeof address === 'string' && /^http:\/\/127\.0\.0\.1:\d+$/.test(address) ? address : null;
  } catch {
    return null;
  }
}

function explain(error: unknown, folder: string): unknown {
  if (sqliteCode(error) !== null) {
    return new StartupProblem(
      `The file ${path.join(folder, 'lock')} cannot be locked (${error instanceof Error ? error.message : String(error)}): remove it if it is not a plain file, or name another folder with --data-dir.`,
      { cause: error },
    );
  }
  switch (systemErrorCode(error)) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new StartupProblem(
        `The data folder ${folder} cannot be written: change its permissions or name another one with --data-dir.`,
        { cause: error },
      );
    case 'ENOTDIR':
      return new StartupProblem(
        `Cannot create the data folder ${folder}: a file with that name exists. Name another folder with --data-dir.`,
        { cause: error },
      );
    case 'ENOENT':
    case 'EINVAL':
    case 'ENAMETOOLONG':
      return new StartupProblem(`Cannot create the data folder ${folder}. Name another folder with --data-dir.`, {
        cause: error,
      });
    case 'ENOSPC':
    case 'EDQUOT':
      return new StartupProblem(`The disk of the data folder ${folder} is full: free some space and start again.`, {
        cause: error,
      });
    default:
      return error;
  }
}
