import { queryOptions } from '@tanstack/react-query';
import type { Surface } from '../surface';
import { openDatabase, STRICT } from './database';
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

/** @throws StorageUnavailableError */
export async function readDraft(id: string): Promise<Draft | null> {
  const database = await openDatabase();
  return (await database.get('drafts', id)) ?? null;
}

/** @throws StorageUnavailableError */
export async function writeDraft(draft: Draft): Promise<void> {
  const database = await openDatabase();
  const transaction = database.transaction('drafts', 'readwrite', STRICT);
  await Promise.all([transaction.store.put(draft), transaction.done]);
}

/** @throws StorageUnavailableError */
export async function deleteDraft(id: string): Promise<void> {
  const database = await openDatabase();
  await database.delete('drafts', id);
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

export function draftsKey(surface: Surface): readonly unknown[] {
  return [surface.id, 'device.drafts'];
}
