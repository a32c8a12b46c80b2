import { BlobDiskFull } from '../../storage/blobs';
import { isDiskFull } from '../../storage/files/blob-files';
import { SQLITE, sqliteCode } from '../../storage/sqlite-driver';

/** Whether the system, SQLite or the store of files found no space. */
export function isFull(error: unknown): boolean {
  return isDiskFull(error) || error instanceof BlobDiskFull || sqliteCode(error) === SQLITE.FULL;
}
