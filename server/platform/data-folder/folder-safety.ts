import { lstatSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { StartupProblem } from '../../startup-problem';

/**
 * The data folder contains the key of all signed URLs and the user's entire history. No other user may therefore be able to write
 * to it. OpenSSH has the same rule for `~/.ssh`. Windows has no such modes: its user folders are private.
 */

const WRITABLE_BY_OTHERS = 0o022;
const OPEN_TO_OTHERS = 0o077;

/** @throws StartupProblem if another user owns or can change the folder or its files, or if someone planted a link there */
export function checkFolderIsOurs(folder: string): void {
  const user = process.getuid?.();
  if (user === undefined) return;
  // The folder itself may be a link, since its user chose that path.
  const { uid, mode } = statSync(folder);
  if (uid !== user) {
    throw new StartupProblem(
      `The data folder ${folder} belongs to another user: start Flowdeck as that user, or name another folder with --data-dir.`,
    );
  }
  if ((mode & WRITABLE_BY_OTHERS) !== 0) {
    throw new StartupProblem(
      `Other users can change the data folder ${folder}: run chmod 700 on it, or name another one with --data-dir.`,
    );
  }
  for (const name of readdirSync(folder)) checkEntry(path.join(folder, name), name, user);
}

function checkEntry(entry: string, name: string, user: number): void {
  const found = lstatSync(entry, { throwIfNoEntry: false });
  // Removed in the meantime, such as a temporary file of a process that exits.
  if (!found) return;
  if (found.isSymbolicLink() && !(name === 'blobs' && isOwnFolder(entry, user))) {
    throw new StartupProblem(
      `In the data folder ${entry} is a symbolic link: remove it, or put the file there itself.`,
    );
  }
  if (found.uid !== user) {
    throw new StartupProblem(`In the data folder ${entry} belongs to another user: remove it, or change its owner.`);
  }
  if (name === 'secret' && (found.mode & OPEN_TO_OTHERS) !== 0) {
    throw new StartupProblem(
      `Other users can read ${entry}: remove it, and result URLs are signed with a new key, or run chmod 600 on it.`,
    );
  }
}

/** Returns true if a linked folder belongs to the user as well: large results may be stored on another disk. */
function isOwnFolder(link: string, user: number): boolean {
  const target = statSync(link, { throwIfNoEntry: false });
  return target?.isDirectory() === true && target.uid === user && (target.mode & WRITABLE_BY_OTHERS) === 0;
}
