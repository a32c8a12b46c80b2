import { closeSync, constants, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { NO_FOLLOW } from './folder-safety';

/**
 * Writes a file atomically: a kill midway leaves no partial file. Anything at the temporary path, including a planted link, is
 * removed and never written through.
 */
export function writeWhole(file: string, text: string, mode = 0o600): void {
  const temporary = `${file}.new`;
  rmSync(temporary, { force: true });
  const descriptor = openSync(temporary, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | NO_FOLLOW, mode);
  try {
    writeSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(temporary, file);
}
