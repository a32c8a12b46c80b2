import { openDatabase } from './database';

/** A larger file would be copied for longer than it takes to choose it again. */
const MAX_KEPT_BYTES = 1024 ** 3;

/**
 * Files that are on their way to a surface, so that a reload in the middle of an upload loses nothing. A convenience:
 * where the browser keeps no data, or has no room, the file has to be chosen again.
 */
export async function keepFile(draftId: string, key: string, file: File): Promise<void> {
  if (file.size > MAX_KEPT_BYTES) return;
  try {
    await (await openDatabase()).put('draftFiles', file, [draftId, key]);
  } catch {
    // No storage, or no room in it.
  }
}

export async function keptFile(draftId: string, key: string): Promise<File | null> {
  try {
    return (await (await openDatabase()).get('draftFiles', [draftId, key])) ?? null;
  } catch {
    return null;
  }
}

/** The surface has the bytes, or the user took the file back: a copy here would only take room. */
export async function dropFile(draftId: string, key: string): Promise<void> {
  try {
    await (await openDatabase()).delete('draftFiles', [draftId, key]);
  } catch {
    // There was nothing to delete from.
  }
}

/** All files of a draft; arrays sort behind every text. */
export function filesOf(draftId: string): IDBKeyRange {
  return IDBKeyRange.bound([draftId], [draftId, []]);
}
