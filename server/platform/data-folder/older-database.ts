import { existsSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import type { FileBlobs } from '../../storage/files/file-blobs';
import type { SqliteStore } from '../../storage/sqlite/sqlite-store';
import type { UnlistedFiles } from '../../storage/unlisted-files';
import { writeWhole } from '../../storage/files/own-files';

/** Remains beside the files until their owner has decided, since the identity of the database tells at one start only. */
const MARKER_FILE = 'older-database.json';

export function markOlder(blobsPath: string, now: number): void {
  if (!isMarkedOlder(blobsPath)) {
    writeWhole(path.join(blobsPath, MARKER_FILE), JSON.stringify({ found_at: new Date(now).toISOString() }));
  }
}

export function isMarkedOlder(blobsPath: string): boolean {
  return existsSync(path.join(blobsPath, MARKER_FILE));
}

export function unmarkOlder(blobsPath: string): void {
  rmSync(path.join(blobsPath, MARKER_FILE), { force: true });
}

/** Counts the files that the database does not list. */
export async function findUnlistedFiles(
  blobsPath: string,
  { store, blobs }: { store: SqliteStore; blobs: FileBlobs },
): Promise<UnlistedFiles> {
  const referenced = store.assets.referencedBlobs();
  const counted = { files: 0, bytes: 0 };
  for await (const hash of blobs.list()) {
    if (referenced.has(hash)) continue;
    counted.files += 1;
    counted.bytes += statSync(blobs.path(hash), { throwIfNoEntry: false })?.size ?? 0;
  }
  let found: typeof counted | null = counted;
  return {
    get found() {
      return found;
    },
    settle() {
      unmarkOlder(blobsPath);
      found = null;
    },
  };
}
