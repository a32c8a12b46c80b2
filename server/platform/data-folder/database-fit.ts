import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { StoreIdentity } from '../../storage/sqlite/sqlite-store';
import { systemErrorCode } from '../../startup-problem';
import { writeWhole } from '../../storage/files/own-files';

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
