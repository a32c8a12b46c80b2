import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { lockFile } from './file-lock';
import { StartupProblem, systemErrorCode } from './startup-problem';

/**
 * The folder that holds everything the gateway knows. One process at a time has it; the lock is the operating
 * system's (`file-lock.ts`), so that a kill leaves nothing stale behind.
 */
export interface DataFolder {
  path: string;
  databasePath: string;
  blobsPath: string;
  /** Signs content addresses; made once, never leaves the folder. */
  secret: Buffer;
  /** Others may read what lies in it; worth a warning. */
  isOpenToOthers: boolean;
  /** Tells a second start where this one answers. */
  announce: (address: string) => void;
  release: () => void;
}

/** Another process has the folder. */
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
    const lock = lockFile(path.join(folder, 'lock'));
    if (lock === null) throw new FolderLocked(folder);
    try {
      return lockedFolder(folder, lock.release);
    } catch (error) {
      lock.release();
      throw error;
    }
  } catch (error) {
    throw explain(error, folder);
  }
}

/** Not by Node's recursive mkdir: on a file system that makes no folders it tries for ever. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  const parent = path.dirname(folder);
  if (parent !== folder) makeFolder(parent);
  mkdirSync(folder, { mode: 0o700 });
}

function lockedFolder(folder: string, unlock: () => void): DataFolder {
  const announcement = path.join(folder, ANNOUNCEMENT);
  rmSync(announcement, { force: true });
  return {
    path: folder,
    databasePath: path.join(folder, 'flowdeck.db'),
    blobsPath: path.join(folder, 'blobs'),
    secret: secretOf(path.join(folder, 'secret')),
    isOpenToOthers: process.platform !== 'win32' && (statSync(folder).mode & 0o077) !== 0,
    announce: (address) => writeWhole(announcement, JSON.stringify({ address, pid: process.pid })),
    release() {
      rmSync(announcement, { force: true });
      unlock();
    },
  };
}

function secretOf(file: string): Buffer {
  try {
    const secret = Buffer.from(readFileSync(file, 'utf8').trim(), 'hex');
    if (secret.length === SECRET_BYTES) return secret;
    throw new StartupProblem(`The file ${file} is damaged: remove it, and links to results are signed anew.`);
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error;
  }
  const secret = randomBytes(SECRET_BYTES);
  writeWhole(file, secret.toString('hex'));
  return secret;
}

/** Under its name only when complete: a kill in the middle leaves no half file. */
function writeWhole(file: string, text: string): void {
  const temporary = `${file}.new`;
  writeFileSync(temporary, text, { mode: 0o600, flush: true });
  chmodSync(temporary, 0o600);
  renameSync(temporary, file);
}

/** Where the process that has this folder said it answers; null while it has not, and stale after a kill. */
export function announcedAddress(folder: string): string | null {
  try {
    const announced: unknown = JSON.parse(readFileSync(path.join(folder, ANNOUNCEMENT), 'utf8'));
    const address = typeof announced === 'object' && announced !== null && 'address' in announced && announced.address;
    return typeof address === 'string' && /^http:\/\/127\.0\.0\.1:\d+$/.test(address) ? address : null;
  } catch {
    return null;
  }
}

function explain(error: unknown, folder: string): unknown {
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
        `The data folder ${folder} cannot be made because a file stands in its way: name another one with --data-dir.`,
        { cause: error },
      );
    case 'ENOENT':
    case 'EINVAL':
    case 'ENAMETOOLONG':
      return new StartupProblem(`The data folder ${folder} cannot be made there: name another one with --data-dir.`, {
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
