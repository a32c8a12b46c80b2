import { fc } from '@contract/testing/properties';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LOCAL_SURFACE } from '@/api/surface';
import { mountGateway, unmountGateway } from '@/testing/gateway';
import { CURATED_STORES, HOME_KINDS, inSurface } from '../curated/curated-kinds';
import { remoteOf } from '../curated/keep-in-sync';
import { syncRecords, type RecordSyncStorage } from '../curated/record-sync';
import { recordSyncStorage } from '../curated/record-sync-storage';
import type { Fields } from '../curated/sync-records';
import { interruptedSync } from '../curated/testing/interrupted-sync';
import { putRecord } from '../curated/unsent-records';
import { openDatabase, STRICT } from '../database';
import type { Draft } from './draft';
import { DRAFT_KIND, noteAllDrafts, noteDrafts } from './draft-kind';
import { deleteDrafts, readDraft, restoreDrafts, updateDraft, writeDraft } from './drafts';
import { makeDraft } from './make-draft';

const gateway = remoteOf(LOCAL_SURFACE);
const desk = recordSyncStorage('local', [DRAFT_KIND]);
/** Another browser: its records are those of another surface, and it has no drafts beside them. */
const phone = recordSyncStorage('phone', [HOME_KINDS.draft]);

const syncAll = async () => {
  for (const storage of [desk, phone, desk, phone]) await syncRecords(storage, gateway);
};

/** Sends changes from a page that closes before it can know whether they arrived. */
async function closeAfterSending(storage: RecordSyncStorage): Promise<void> {
  const change = async (...sent: Parameters<typeof gateway.change>) => {
    await gateway.change(...sent);
    throw new Error('The page is closed');
  };
  await expect(syncRecords(storage, { ...gateway, change })).rejects.toThrow('The page is closed');
}

const workflow = (text: string) => JSON.stringify({ '1': { class_type: 'ScriptText', inputs: { text } } });
const made = (text: string): Draft =>
  makeDraft('local', { text: workflow(text), title: 'reef', origin: 'file' }, Date.now());
const edited = (draft: Draft, text: string): Draft => ({ ...draft, text: workflow(text), updatedAt: Date.now() });

/** As the editor stores it, and what follows then. */
async function save(draft: Draft, ...known: string[]): Promise<void> {
  await updateDraft(draft, known);
  await noteDrafts([draft.id]);
}

/** As a page does that closes at once. */
async function saveWithoutNote(draft: Draft): Promise<void> {
  await (await openDatabase()).put('drafts', draft);
}

async function onPhone(id: string): Promise<Fields | null> {
  return (await (await openDatabase()).get('curated', ['phone', 'draft', id]))?.fields ?? null;
}

async function changeOnPhone(id: string, change: Fields | null): Promise<void> {
  const changes = (await openDatabase()).transaction([...CURATED_STORES], 'readwrite', STRICT);
  const before = (await changes.objectStore('curated').get(['phone', 'draft', id]))?.fields;
  await putRecord(changes, HOME_KINDS.draft, { surfaceId: 'phone', id }, change && { ...before, ...change });
  await changes.done;
}

const draftsHere = async () => (await openDatabase()).getAll('drafts');
const textsHere = async () => (await draftsHere()).map(({ text }) => text).toSorted();

async function clear(): Promise<void> {
  const database = await openDatabase();
  for (const store of ['drafts', 'draftFiles', 'curated', 'curatedChanges', 'curatedSync'] as const)
    await database.clear(store);
}

beforeEach(async () => {
  await mountGateway();
  await clear();
});
afterEach(async () => {
  await clear();
  await unmountGateway();
});

async function sharedDraft(text: string): Promise<Draft> {
  const draft = made(text);
  await writeDraft(draft);
  await noteDrafts([draft.id]);
  await syncAll();
  return draft;
}

describe('drafts', () => {
  it('from before a gateway kept them appear in another browser, except untouched ones', async () => {
    const draft = made('a');
    await saveWithoutNote(draft);
    await saveWithoutNote({ ...made('b'), isUntouched: true });
    await noteAllDrafts();
    await syncAll();
    expect(await onPhone(draft.id)).toMatchObject({ title: 'reef', text: workflow('a'), surfaceId: 'local' });
    expect((await gateway.list(0)).records).toHaveLength(1);
  });

  it('that another browser changed are changed here, with the files that are not uploaded yet', async () => {
    const draft = await sharedDraft('a');
    const pending: Draft['media'][string] = {
      name: 'fox.png',
      contentType: 'image/png',
      sizeBytes: 1,
      width: null,
      height: null,
      thumbnail: null,
      hash: null,
      assetId: null,
    };
    await save({ ...draft, media: { '1/image': pending } }, draft.text);
    await syncAll();
    expect(await onPhone(draft.id)).toMatchObject({ 'media:json': '{}' });
    await changeOnPhone(draft.id, { text: workflow('b'), title: 'reef at night' });
    await syncAll();
    expect(await readDraft(draft.id)).toEqual({
      ...draft,
      text: workflow('b'),
      title: 'reef at night',
      media: { '1/image': pending },
    });
  });

  it('that both browsers changed are kept in both versions', async () => {
    const draft = await sharedDraft('a');
    await save(edited(draft, 'of the desk'), draft.text);
    await changeOnPhone(draft.id, { text: workflow('of the phone') });
    await syncAll();
    expect(await textsHere()).toEqual([workflow('of the desk'), workflow('of the phone')]);
  });

  it('that both browsers changed are kept in two versions, also if both keep the same one', async () => {
    const draft = await sharedDraft('a');
    await save(edited(draft, 'of the desk'), draft.text);
    await changeOnPhone(draft.id, { text: workflow('of the phone') });
    await closeAfterSending(desk);
    await syncRecords(phone, gateway);
    await syncAll();
    expect(await textsHere()).toEqual([workflow('of the desk'), workflow('of the phone')]);
  });

  it('of which another browser has edited the copy are not copied again', async () => {
    const draft = await sharedDraft('a');
    await save(edited(draft, 'of the desk'), draft.text);
    await changeOnPhone(draft.id, { text: workflow('of the phone') });
    await closeAfterSending(desk);
    await syncRecords(phone, gateway);
    const copies = await (await openDatabase()).getAllKeys('curated', inSurface('phone', 'draft'));
    const copy = copies.map(([, , id]) => id).find((id) => id !== draft.id);
    await changeOnPhone(copy ?? '', { text: workflow('edited on the phone') });
    await syncRecords(phone, gateway);
    await syncAll();
    expect(await textsHere()).toEqual([workflow('edited on the phone'), workflow('of the phone')]);
  });

  it('that were stored by a closing page are kept beside the version of another browser', async () => {
    const draft = await sharedDraft('a');
    await saveWithoutNote(edited(draft, 'of the desk'));
    await changeOnPhone(draft.id, { text: workflow('of the phone') });
    await syncRecords(phone, gateway);
    await syncRecords(desk, gateway);
    expect(await textsHere()).toEqual([workflow('of the desk'), workflow('of the phone')]);
  });

  it('that are edited here while a version of another browser arrives are kept in both', async () => {
    const draft = await sharedDraft('a');
    await changeOnPhone(draft.id, { text: workflow('of the phone') });
    await syncAll();
    expect(await updateDraft(edited(draft, 'of the desk'), [draft.text])).toBe('both');
    expect((await readDraft(draft.id))?.text).toBe(workflow('of the desk'));
    expect(await textsHere()).toEqual([workflow('of the desk'), workflow('of the phone')]);
  });

  it('that are deleted are gone everywhere, unless they were edited since, and return with Undo', async () => {
    const draft = await sharedDraft('a');
    await changeOnPhone(draft.id, null);
    await syncAll();
    expect(await draftsHere()).toEqual([]);
    const second = await sharedDraft('b');
    const deleted = await deleteDrafts([second.id]);
    await syncAll();
    expect(await onPhone(second.id)).toBeNull();
    await restoreDrafts(deleted);
    await syncAll();
    expect(await onPhone(second.id)).toMatchObject({ text: workflow('b') });
    await changeOnPhone(second.id, null);
    await syncRecords(phone, gateway);
    await saveWithoutNote(edited(second, 'c'));
    await syncRecords(desk, gateway);
    await noteAllDrafts();
    await syncAll();
    expect(await textsHere()).toEqual([workflow('c')]);
    expect(await onPhone(second.id)).toMatchObject({ text: workflow('c') });
  });

  it('lose no text in two browsers, whatever was interrupted', async () => {
    const step = fc.record({
      does: fc.constantFrom('save', 'close', 'note', 'phone', 'sync desk', 'sync phone'),
      failsAt: fc.integer({ min: 0, max: 20 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        await mountGateway();
        await clear();
        const { id } = await sharedDraft('first');
        /** Texts that nobody has replaced knowingly. */
        const typed = new Set([workflow('first')]);
        for (const [index, { does, failsAt }] of steps.entries()) {
          const text = workflow(`text ${index}`);
          const draft = await readDraft(id);
          if (!draft) throw new Error('The draft is gone');
          if (does === 'save' || does === 'close') {
            typed.delete(draft.text);
            typed.add(text);
            const next = { ...draft, text };
            await (does === 'save' ? save(next, draft.text) : saveWithoutNote(next));
          } else if (does === 'note') await noteAllDrafts();
          else if (does === 'phone') {
            typed.delete(String((await onPhone(id))?.['text']));
            typed.add(text);
            await changeOnPhone(id, { text });
          } else await interruptedSync(does === 'sync desk' ? desk : phone, gateway, failsAt);
        }
        await noteAllDrafts();
        await syncAll();
        await noteAllDrafts();
        await syncAll();
        const kept = await textsHere();
        expect([...typed].filter((text) => !kept.includes(text))).toEqual([]);
        expect(kept).toEqual([...new Set(kept)]);
        for (const { id: each, text } of await draftsHere()) expect((await onPhone(each))?.['text']).toBe(text);
      }),
      { numRuns: 40 },
    );
  });
});
