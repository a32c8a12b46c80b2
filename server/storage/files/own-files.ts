import { closeSync, constants, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Flag that rejects symbolic links: a link in place of a data file would lead to any file that its owner can read or write. Zero
 * on Windows, where only administrators create links.
 */
export const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;

/** @throws the error of the system; `ELOOP` for a link */
export function readOwnFile(file: string): string {
  const descriptor = openSync(file, constants.O_RDONLY | NO_FOLLOW);
  try {
    return readFileSync(descriptor, 'utf8');
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Writes a file atomically: a kill midway leaves no partial file. Anything at the temporary path, including a planted link, is
 * removed and never written through.
 */
export function writeWhole(file: string, text: string, mode = 0o600): void {
  const temporary = `${file}.new`;
  rmSync(temporary, { force: true });
  const descriptor = openSync(temporary, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | NO_FOLLOW, mode);
  try {
    // Unlike `writeSync`, fails on a full disk that takes only a part.
    writeFileSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(temporary, file);
}
