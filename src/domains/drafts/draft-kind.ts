import type { StoreNames } from 'idb';
import { LOCAL_SURFACE_ID } from '@contract/console/surfaces';
import { hasGateway } from '@/api/surfaces/has-gateway';
import {
  CURATED_STORES,
  HOME_KINDS,
  inSurface,
  type ChangedFields,
  type CuratedKind,
  type CuratedTransaction,
} from '../curated/curated-kinds';
import { broadcastRecordsChanged } from '../curated/records-channel';
import { putRecord } from '../curated/unsent-records';
import { openDatabase, STRICT, type FlowdeckSchema } from '../database';
import { isReadable } from '../record-schemas';
import { contentOf, type Draft } from './draft';
import { announceDraftChange } from './draft-changes';
import { filesOf } from './draft-files';
import { asOtherVersion, draftOfFields, fieldsOfDraft } from './draft-record';

/**
 * Drafts as curated records (decision 123). A page stores its draft first, in one write that a closing page does not abort; the record
 * follows, at the latest when a page opens. What differs from its record was edited here.
 */
export const DRAFT_KIND: CuratedKind = { ...HOME_KINDS.draft, stores: ['drafts', 'draftFiles'], write: receive };

async function receive(changes: CuratedTransaction, surfaceId: string, records: ChangedFields): Promise<void> {
  const drafts = changes.objectStore('drafts');
  const before = await HOME_KINDS.draft.read(
    changes,
    surfaceId,
    records.map(([id]) => id),
  );
  const changed: string[] = [];
  const deleted: string[] = [];
  const others: Draft[] = [];
  for (const [id, fields] of records) {
    const local = (await drafts.get(id)) ?? null;
    const was = before.get(id);
    const isEdited = local !== null && (local.text !== was?.['text'] || local.jsonText !== was?.['jsonText']);
    if (fields === null) {
      // Edited after the last record: it is noted again, as a new one.
      if (isEdited || local === null) continue;
      await drafts.delete(id);
      await changes.objectStore('draftFiles').delete(filesOf(id));
      deleted.push(id);
      continue;
    }
    const draft = draftOfFields(id, fields, local);
    if (!draft) continue;
    if (isEdited && contentOf(local) !== contentOf(draft)) others.push(asOtherVersion(local));
    await drafts.put(draft);
    changed.push(id);
  }
  for (const other of others) await drafts.put(other);
  await HOME_KINDS.draft.write(changes, surfaceId, records);
  void announceReceived(changes, { changed, deleted, others }).catch(() => {});
}

interface Received {
  changed: readonly string[];
  deleted: readonly string[];
  others: readonly Draft[];
}

async function announceReceived({ done }: CuratedTransaction, { changed, deleted, others }: Received): Promise<void> {
  await done;
  announceDraftChange({ kind: 'changed', ids: changed });
  announceDraftChange({ kind: 'deleted', ids: deleted });
  await noteDrafts(others.map(({ id }) => id));
}

/** Notes changed drafts for the gateway of this page. @throws StorageUnavailableError */
export async function noteDrafts(ids: readonly string[]): Promise<void> {
  if (!hasGateway() || ids.length === 0) return;
  const stores: StoreNames<FlowdeckSchema>[] = [...CURATED_STORES, 'drafts'];
  const changes = (await openDatabase()).transaction(stores, 'readwrite', STRICT);
  for (const id of ids) await noteDraft(changes, id, await changes.objectStore('drafts').get(id));
  await changes.done;
  broadcastRecordsChanged('draft');
}

/** Notes a changed draft in the transaction that changes it; without a draft, its deletion. */
export async function noteDraft(changes: CuratedTransaction, id: string, draft: Draft | undefined): Promise<void> {
  if (draft && (draft.isUntouched || !isReadable('drafts', draft))) return;
  const key = { surfaceId: LOCAL_SURFACE_ID, id };
  await putRecord(changes, HOME_KINDS.draft, key, draft ? fieldsOfDraft(draft) : null);
}

/** Older drafts were noted when they changed. */
const CHECKED_MS = 7 * 86_400_000;
const NOTED_AT_ONCE = 20;

/**
 * Notes the drafts of earlier versions, and what a closing page did not note. May be interrupted and repeated.
 * @throws StorageUnavailableError
 */
export async function noteAllDrafts(now = Date.now()): Promise<void> {
  if (!hasGateway()) return;
  const database = await openDatabase();
  const noted = new Set(
    (await database.getAllKeys('curated', inSurface(LOCAL_SURFACE_ID, 'draft'))).map(([, , id]) => id),
  );
  const ids: string[] = [];
  let cursor = await database.transaction('drafts').store.index('bySurface').openKeyCursor();
  while (cursor) {
    if (!noted.has(cursor.primaryKey) || now - cursor.key[1] < CHECKED_MS) ids.push(cursor.primaryKey);
    cursor = await cursor.continue();
  }
  for (let first = 0; first < ids.length; first += NOTED_AT_ONCE)
    await noteDrafts(ids.slice(first, first + NOTED_AT_ONCE));
}
