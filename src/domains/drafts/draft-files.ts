import { askBeforeLeaving } from '@/lib/ask-before-leaving';
import { openDatabase } from '../database';

/** Size limit: copying a larger file would take longer than choosing it again. */
const MAX_KEPT_BYTES = 1024 ** 3;

/**
 * Stores pending uploads, so that a reload during an upload loses nothing. Best effort: if storage is unavailable or full, the user
 * must choose the file again. Until the file is stored, the browser asks before it closes the page.
 */
export async function storeFile(draftId: string, key: string, file: File): Promise<void> {
  if (file.size > MAX_KEPT_BYTES) return;
  const mayLeave = askBeforeLeaving();
  try {
    await (await openDatabase()).put('draftFiles', file, [draftId, key]);
  } catch {
    // Storage is unavailable or full.
  } finally {
    mayLeave();
  }
}

export async function storedFile(draftId: string, key: string): Promise<File | null> {
  try {
    return (await (await openDatabase()).get('draftFiles', [draftId, key])) ?? null;
  } catch {
    return null;
  }
}

/** Deletes a file that was uploaded or removed by the user. */
export async function dropFile(draftId: string, key: string): Promise<void> {
  try {
    await (await openDatabase()).delete('draftFiles', [draftId, key]);
  } catch {
    // Without storage there is nothing to delete.
  }
}

/** Key of the mask that was drawn on the image of an input. No field key has this character. */
export function maskKey(key: string): string {
  return `${key}\u001emask`;
}

/** Key of the file that a draft was converted from. */
export const UI_FORMAT_KEY = '\u001eui-format';

/** Key range of all files of a draft; arrays sort after all strings. */
export function filesOf(draftId: string): IDBKeyRange {
  return IDBKeyRange.bound([draftId], [draftId, []]);
}
