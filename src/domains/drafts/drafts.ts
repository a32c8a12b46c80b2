import { queryOptions } from '@tanstack/react-query';
import type { Surface } from '@/api/surface';
import type { StoreNames } from 'idb';
import { CURATED_STORES } from '../curated/curated-kinds';
import { broadcastRecordsChanged } from '../curated/records-channel';
import { openDatabase, STRICT, type FlowdeckSchema } from '../database';
import { isReadable, readableOrNull } from '../record-schemas';
import { forgetClosingText, withClosingText } from './closing-text';
import { broadcastDraftChange } from './draft-changes';
import { filesOf } from './draft-files';
import { noteDraft, noteDrafts } from './draft-kind';
import { asOtherVersion } from './draft-record';
import { draftKey, draftsKey } from './drafts-key';
import { contentOf, type Draft } from './draft';

const LISTED = 30;
/** Retention of untouched drafts, whose page can be reopened by Back or a reload. */
const UNTOUCHED_MS = 86_400_000;

interface DraftSelection {
  limit?: number;
  /** Words that the title and classes of a draft contain, in any order and case. */
  search?: string;
  now?: number;
}

/**
 * Newest first, without untouched drafts; deletes those of them that are older than a day.
 * @throws StorageUnavailableError
 */
export async function listDrafts(
  surfaceId: string,
  { limit = LISTED, search = '', now = Date.now() }: DraftSelection = {},
): Promise<Draft[]> {
  const words = search.toLowerCase().split(/\s+/);
  const database = await openDatabase();
  const range = IDBKeyRange.bound([surfaceId, 0], [surfaceId, Number.MAX_SAFE_INTEGER]);
  const drafts: Draft[] = [];
  const expired: string[] = [];
  let cursor = await database.transaction('drafts').store.index('bySurface').openCursor(range, 'prev');
  while (cursor && drafts.length < limit) {
    const { id, isUntouched, updatedAt } = cursor.value;
    if (!isUntouched) {
      if (isReadable('drafts', cursor.value) && hasWords(cursor.value, words)) drafts.push(cursor.value);
    } else if (now - updatedAt > UNTOUCHED_MS) {
      expired.push(id);
    }
    cursor = await cursor.continue();
  }
  if (expired.length > 0) await deleteUntouched(expired);
  return drafts;
}

function hasWords({ title, classes }: Draft, words: readonly string[]): boolean {
  const searched = [title, ...classes].join('\n').toLowerCase();
  return words.every((word) => searched.includes(word));
}

/** Checks again in one transaction: another tab may have changed a draft in the meantime. */
async function deleteUntouched(ids: readonly string[]): Promise<void> {
  const transaction = (await openDatabase()).transaction('drafts', 'readwrite');
  for (const id of ids) {
    if ((await transaction.store.get(id))?.isUntouched) await transaction.store.delete(id);
  }
  await transaction.done;
}

/** In-memory drafts of this page if the browser has no storage; they are lost with the page. */
const volatile = new Map<string, Draft>();

/** @throws StorageUnavailableError */
export async function readDraft(id: string): Promise<Draft | null> {
  const unsaved = volatile.get(id);
  if (unsaved) return unsaved;
  const database = await openDatabase();
  const stored = readableOrNull('drafts', await database.get('drafts', id));
  const closing = stored && withClosingText(stored);
  if (closing) await writeDraft(closing);
  return closing ?? stored;
}

/** False if the draft is held in memory by this page only and not stored. */
export async function writeDraft(draft: Draft): Promise<boolean> {
  try {
    const transaction = (await openDatabase()).transaction('drafts', 'readwrite', STRICT);
    const put = transaction.store.put(draft);
    // Explicit, since a closing page aborts open transactions.
    transaction.commit();
    await Promise.all([put, transaction.done]);
    volatile.delete(draft.id);
    forgetClosingText(draft);
    noteSaved(draft);
    return true;
  } catch {
    volatile.set(draft.id, draft);
    return false;
  }
}

/**
 * Like `writeDraft`, for an existing draft: one that was deleted in the meantime stays deleted.
 * @param known contents that the page has read or stored. If another tab or browser has stored a different one, it stays as another
 *   draft: `both`
 */
export async function updateDraft(
  draft: Draft,
  known?: readonly string[],
): Promise<'saved' | 'both' | 'failed' | 'deleted'> {
  try {
    const transaction = (await openDatabase()).transaction('drafts', 'readwrite', STRICT);
    const stored = await transaction.store.get(draft.id);
    const isStored = stored !== undefined || volatile.has(draft.id);
    const isKnown = !known || !stored || contentOf(stored) === contentOf(draft) || known.includes(contentOf(stored));
    const other = isKnown ? null : asOtherVersion(stored);
    const puts = [...(isStored ? [draft] : []), ...(other ? [other] : [])].map((one) => transaction.store.put(one));
    transaction.commit();
    await Promise.all([...puts, transaction.done]);
    if (!isStored) return 'deleted';
    volatile.delete(draft.id);
    noteSaved(draft);
    if (other) noteSaved(other);
    return other ? 'both' : 'saved';
  } catch {
    volatile.set(draft.id, draft);
    return 'failed';
  }
}

/** The draft is stored: what follows is for other tabs and browsers, and a later page repeats what fails. */
function noteSaved({ id, isUntouched }: Draft): void {
  broadcastDraftChange({ kind: 'changed', ids: [id] });
  if (!isUntouched) void noteDrafts([id]).catch(() => {});
}

/** Deleted drafts with their pending files. */
export interface DeletedDrafts {
  drafts: Draft[];
  files: { key: [string, string]; file: File }[];
}

/** Deletes all of them or none, and returns what `restoreDrafts` needs. @throws StorageUnavailableError */
export async function deleteDrafts(ids: readonly string[]): Promise<DeletedDrafts> {
  const stores: StoreNames<FlowdeckSchema>[] = [...CURATED_STORES, 'drafts', 'draftFiles'];
  const transaction = (await openDatabase()).transaction(stores, 'readwrite', STRICT);
  const drafts = transaction.objectStore('drafts');
  const files = transaction.objectStore('draftFiles');
  const deleted: DeletedDrafts = { drafts: [], files: [] };
  for (const id of ids) {
    const draft = await drafts.get(id);
    if (!draft) continue;
    deleted.drafts.push(draft);
    for (const key of await files.getAllKeys(filesOf(id))) {
      const file = await files.get(key);
      if (file) deleted.files.push({ key, file });
    }
    await drafts.delete(id);
    await files.delete(filesOf(id));
    await noteDraft(transaction, id, undefined);
  }
  await transaction.done;
  broadcastDraftChange({ kind: 'deleted', ids });
  broadcastRecordsChanged('draft');
  return deleted;
}

/** @throws StorageUnavailableError */
export async function restoreDrafts({ drafts, files }: DeletedDrafts): Promise<void> {
  const transaction = (await openDatabase()).transaction(['drafts', 'draftFiles'], 'readwrite', STRICT);
  for (const draft of drafts) await transaction.objectStore('drafts').put(draft);
  for (const { key, file } of files) await transaction.objectStore('draftFiles').put(file, key);
  await transaction.done;
  const ids = drafts.map(({ id }) => id);
  broadcastDraftChange({ kind: 'restored', ids });
  await noteDrafts(ids);
}

/** Without storage the list is empty and `isAvailable` is false, which have different UI states. */
export function draftsQuery(surface: Surface, { limit = LISTED, search = '' }: Omit<DraftSelection, 'now'> = {}) {
  return queryOptions({
    queryKey: [...draftsKey(surface), { limit, search }],
    queryFn: async () => {
      try {
        const drafts = await listDrafts(surface.id, { limit: limit + 1, search });
        return { isAvailable: true, drafts: drafts.slice(0, limit), hasMore: drafts.length > limit };
      } catch {
        return { isAvailable: false, drafts: [], hasMore: false };
      }
    },
    // While typing; the drafts of another server are none of this one.
    placeholderData: (previous, query) => (query?.queryKey[0] === surface.id ? previous : undefined),
    staleTime: 0,
    retry: false,
  });
}

/** Returns `null` if the draft does not exist. Rejects if the browser has no storage. */
export function draftQuery(surface: Surface, draftId: string) {
  return queryOptions({
    queryKey: draftKey(surface, draftId),
    queryFn: () => readDraft(draftId),
    // The open editor is newer than the stored draft.
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
}
