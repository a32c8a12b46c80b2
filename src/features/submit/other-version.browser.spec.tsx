import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { LOCAL_SURFACE } from '@/api/surface';
import { CURATED_STORES, HOME_KINDS } from '@/domains/curated/curated-kinds';
import { remoteOf } from '@/domains/curated/keep-in-sync';
import { syncRecords } from '@/domains/curated/record-sync';
import { recordSyncStorage } from '@/domains/curated/record-sync-storage';
import { putRecord } from '@/domains/curated/unsent-records';
import { openDatabase, STRICT } from '@/domains/database';
import { closingText, keepClosingText } from '@/domains/drafts/closing-text';
import { DRAFT_KIND, noteAllDrafts } from '@/domains/drafts/draft-kind';
import { listDrafts, readDraft } from '@/domains/drafts/drafts';
import { clearDeviceData } from '@/domains/history/device-data';
import { useToasts } from '@/shared/feedback/toasts';
import { mountGateway, unmountGateway } from '@/testing/gateway';
import { openDraft } from '@/testing/open-draft';
import { scripted } from '@/testing/scripted-graph';

/** Another browser on the same gateway: its records are those of another surface. */
const PHONE = 'phone';
const storages = {
  desk: recordSyncStorage('local', [DRAFT_KIND]),
  phone: recordSyncStorage(PHONE, [HOME_KINDS.draft]),
};
const sync = (browser: keyof typeof storages) => syncRecords(storages[browser], remoteOf(LOCAL_SURFACE));

const workflow = (text: string) => ({ '1': scripted('ScriptText', { text }) });

async function typeOnPhone(id: string, text: string): Promise<void> {
  await sync('phone');
  const changes = (await openDatabase()).transaction([...CURATED_STORES], 'readwrite', STRICT);
  const before = (await changes.objectStore('curated').get([PHONE, 'draft', id]))?.fields;
  const fields = { ...before, text: JSON.stringify(workflow(text)) };
  await putRecord(changes, HOME_KINDS.draft, { surfaceId: PHONE, id }, fields);
  await changes.done;
  await sync('phone');
}

async function openShared() {
  const { id } = await openDraft(workflow('a reef'), 'reef.json');
  await expect.element(field()).toHaveValue('a reef');
  await noteAllDrafts();
  await sync('desk');
  return id;
}

const field = () => page.getByRole('textbox', { name: 'text' });
const textsOf = async () => (await listDrafts('local')).map(({ text }) => text).toSorted();

beforeEach(async () => {
  await page.viewport(1280, 800);
  await clearDeviceData('drafts');
  await (await openDatabase()).clear('curatedSync');
  await mountGateway();
});
afterEach(async () => {
  // The message of one test would be a second one in the next.
  useToasts.setState({ toasts: [] });
  await clearDeviceData('drafts');
  const database = await openDatabase();
  for (const store of ['curated', 'curatedChanges', 'curatedSync'] as const) await database.clear(store);
  await unmountGateway();
});

it('shows what another browser typed into the open draft', async () => {
  const id = await openShared();
  await typeOnPhone(id, 'a reef at night');
  await sync('desk');
  await expect.element(field()).toHaveValue('a reef at night');
  await field().fill('a reef at dawn');
  await expect.poll(async () => (await readDraft(id))?.text).toContain('dawn');
  expect(await textsOf()).toHaveLength(1);
});

it('keeps both versions if text was typed here, too', async () => {
  const id = await openShared();
  await typeOnPhone(id, 'a reef at night');
  await field().fill('a reef at dawn');
  await sync('desk');
  await expect
    .poll(textsOf)
    .toEqual([JSON.stringify(workflow('a reef at dawn')), JSON.stringify(workflow('a reef at night'))]);
});

it('says so if a save finds another version', async () => {
  const id = await openShared();
  const draft = await readDraft(id);
  if (!draft) throw new Error('The draft is gone');
  await (await openDatabase()).put('drafts', { ...draft, text: JSON.stringify(workflow('a reef at night')) });
  await field().fill('a reef at dawn');
  await expect.element(page.getByText('This draft was also changed elsewhere')).toBeVisible();
  await expect.element(field()).toHaveValue('a reef at dawn');
  expect(await textsOf()).toEqual([
    JSON.stringify(workflow('a reef at dawn')),
    JSON.stringify(workflow('a reef at night')),
  ]);
});

it('keeps JSON that another tab is typing, which no save of this one replaces', async () => {
  const id = await openShared();
  const draft = await readDraft(id);
  if (!draft) throw new Error('The draft is gone');
  await (await openDatabase()).put('drafts', { ...draft, jsonText: '{"1":' });
  await field().fill('a reef at dawn');
  await expect.element(page.getByText('This draft was also changed elsewhere')).toBeVisible();
  const versions = (await listDrafts('local')).map(({ text, jsonText }) => [text, jsonText]);
  expect(versions).toContainEqual([JSON.stringify(workflow('a reef at dawn')), undefined]);
  expect(versions).toContainEqual([JSON.stringify(workflow('a reef')), '{"1":']);
});

it('reads what a closing page could not store, and stores it', async () => {
  const id = await openShared();
  const stored = await readDraft(id);
  if (!stored) throw new Error('The draft is gone');
  const text = JSON.stringify(workflow('a reef at dawn'));
  keepClosingText({ ...stored, text, updatedAt: stored.updatedAt + 1 });
  await expect.poll(async () => (await readDraft(id))?.text).toBe(text);
  expect(closingText.get()).toBeNull();
  // With JSON that is no workflow yet, and without what has become one.
  const typed = { ...stored, text, jsonText: '{', updatedAt: stored.updatedAt + 1e6 };
  keepClosingText(typed);
  await expect.poll(async () => (await readDraft(id))?.jsonText).toBe('{');
  const { jsonText: _typed, ...read } = typed;
  keepClosingText({ ...read, updatedAt: stored.updatedAt + 2e6 });
  await expect.poll(async () => (await readDraft(id))?.jsonText).toBeUndefined();
  expect(await textsOf()).toEqual([text]);
});

it('says that another browser deleted the draft, and keeps it if the user wants', async () => {
  const id = await openShared();
  await sync('phone');
  const changes = (await openDatabase()).transaction([...CURATED_STORES], 'readwrite', STRICT);
  await putRecord(changes, HOME_KINDS.draft, { surfaceId: PHONE, id }, null);
  await changes.done;
  await sync('phone');
  await sync('desk');
  await expect.element(page.getByRole('alert')).toHaveTextContent('deleted in another tab or browser');
  await page.getByRole('button', { name: 'Keep it' }).click();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  await expect.poll(() => readDraft(id)).not.toBeNull();
});
