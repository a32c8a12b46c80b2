import { readFileSync, existsSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import type { StoreIdentity, SqliteStore } from '../../storage/sqlite/sqlite-store';
import { systemErrorCode } from '../../startup-problem';
import { writeWhole } from '../../storage/files/own-files';
import type { FileBlobs } from '../../storage/files/file-blobs';
import type { UnlistedFiles } from '../../storage/unlisted-files';

/**
 * `older`: a copy of the right database from before the last start, without the newest files. `other`: the database of another data
 * folder.
 */
export type DatabaseFit = 'fits' | 'older' | 'other';

/** Stored beside the files, to detect a replaced database by its identity. */
const IDENTITY_FILE = 'database.json';

/** @param blobs the identity stored in the folder of the files; `null` before the first start that writes one. */
export function checkFit(database: StoreIdentity | null, blobs: StoreIdentity | null): DatabaseFit {
  if (blobs === null) return 'fits';
  // A restored database from before identities were introduced.
  if (database === null) return 'older';
  if (database.id !== blobs.id) return 'other';
  return database.generation < blobs.generation ? 'older' : 'fits';
}

export function readIdentity(blobsPath: string): StoreIdentity | null {
  try {
    const found: unknown = JSON.parse(readFileSync(path.join(blobsPath, IDENTITY_FILE), 'utf8'));
    return isIdentity(found) ? found : null;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT' || error instanceof SyntaxError) return null;
    throw error;
  }
}

export function writeIdentity(blobsPath: string, identity: StoreIdentity): void {
  writeWhole(path.join(blobsPath, IDENTITY_FILE), JSON.stringify(identity));
}

function isIdentity(value: unknown): value is StoreIdentity {
  if (typeof value !== 'object' || value === null || !('id' in value) || !('generation' in value)) return false;
  return typeof value.id === 'string' && typeof value.generation === 'number';
}

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
