import { queryOptions } from '@tanstack/react-query';
import type { Surface } from '../surface';
import { openDatabase, STRICT } from './database';
import { filesOf } from './draft-files';
import { draftKey, draftsKey } from './drafts-key';
import type { Draft } from './draft';

const MAX_LISTED = 30;

/** Newest first. @throws StorageUnavailableError */
export async function listDrafts(surfaceId: string): Promise<Draft[]> {
  const database = await openDatabase();
  const range = IDBKeyRange.bound([surfaceId, 0], [surfaceId, Number.MAX_SAFE_INTEGER]);
  const drafts: Draft[] = [];
  let cursor = await database.transaction('drafts').store.index('bySurface').openCursor(range, 'prev');
  while (cursor && drafts.length < MAX_LISTED) {
    drafts.push(cursor.value);
    cursor = await cursor.continue();
  }
  return drafts;
}

/** Drafts of this page where the browser keeps none: they end with it. */
const volatile = new Map<string, Draft>();

/** @throws StorageUnavailableError */
export async function readDraft(id: string): Promise<Draft | null> {
  const unkept = volatile.get(id);
  if (unkept) return unkept;
  const database = await openDatabase();
  return (await database.get('drafts', id)) ?? null;
}

/** False: the draft is kept by this page only, not by the browser. */
export async function writeDraft(draft: Draft): Promise<boolean> {
  try {
    const transaction = (await openDatabase()).transaction('drafts', 'readwrite', STRICT);
    const put = transaction.store.put(draft);
    // Not left to the browser: a page that is being closed takes every open transaction with it.
    transaction.commit();
    await Promise.all([put, transaction.done]);
    volatile.delete(draft.id);
    return true;
  } catch {
    volatile.set(draft.id, draft);
    return false;
  }
}

/** @throws StorageUnavailableError */
export async function deleteDraft(id: string): Promise<void> {
  const database = await openDatabase();
  await database.delete('drafts', id);
  await database.delete('draftFiles', filesOf(id));
}

/** Without storage the list is empty and `isAvailable` false: two different pictures. */
export function draftsQuery(surface: Surface) {
  return queryOptions({
    queryKey: draftsKey(surface),
    queryFn: async () => {
      try {
        return { isAvailable: true, drafts: await listDrafts(surface.id) };
      } catch {
        return { isAvailable: false, drafts: [] };
      }
    },
    staleTime: 0,
    retry: false,
  });
}

/** Null where there is no such draft; an error where this browser keeps none. */
export function draftQuery(surface: Surface, draftId: string) {
  return queryOptions({
    queryKey: draftKey(surface, draftId),
    queryFn: () => readDraft(draftId),
    // The open editor is newer than what is on disk.
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
}
