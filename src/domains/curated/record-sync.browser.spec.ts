import { fc } from '@contract/testing/properties';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MAX_RECORD_LENGTH, type FieldValue } from '@contract/console/curated-records';
import { LOCAL_SURFACE } from '@/api/surface';
import { mountGateway, unmountGateway } from '@/testing/gateway';
import { openDatabase, STRICT } from '../database';
import { CURATED_STORES, HOME_KINDS } from './curated-kinds';
import { remoteOf } from './keep-in-sync';
import { syncRecords, type RecordSyncRemote } from './record-sync';
import { recordSyncStorage } from './record-sync-storage';
import type { Fields } from './sync-records';
import { interruptedSync } from './testing/interrupted-sync';
import { putRecord } from './unsent-records';

const gateway = remoteOf(LOCAL_SURFACE);

/** Two browsers with the same gateway: their records are separate, as those of two surfaces are. */
const BROWSERS = ['desk', 'phone'] as const;
type Browser = (typeof BROWSERS)[number];

const KINDS = [HOME_KINDS.view, HOME_KINDS.template];
const storageOf = (browser: Browser, kinds = KINDS) => recordSyncStorage(browser, kinds);
const sync = (browser: Browser, kinds = KINDS) => syncRecords(storageOf(browser, kinds), gateway);
const syncAll = async () => {
  for (const browser of [...BROWSERS, ...BROWSERS]) await sync(browser);
};

async function put(browser: Browser, id: string, change: Fields | null): Promise<void> {
  const changes = (await openDatabase()).transaction([...CURATED_STORES], 'readwrite', STRICT);
  const before = (await changes.objectStore('curated').get([browser, 'template', id]))?.fields;
  await putRecord(changes, HOME_KINDS.template, { surfaceId: browser, id }, change && { ...before, ...change });
  await changes.done;
}

async function recordsOf(browser: Browser): Promise<Fields[]> {
  const all = await (await openDatabase()).getAll('curated');
  return all
    .filter(({ surfaceId }) => surfaceId === browser)
    .map(({ fields }) => fields)
    .toSorted((left, right) => (textOf(left) < textOf(right) ? -1 : 1));
}

const textOf = ({ form, title }: Fields) => `${form} ${title}`;

/** The same on both. */
async function shared(): Promise<Fields[]> {
  const [desk, phone] = [await recordsOf('desk'), await recordsOf('phone')];
  expect(desk).toEqual(phone);
  return desk;
}

async function clear(): Promise<void> {
  const database = await openDatabase();
  for (const store of ['curated', 'curatedChanges', 'curatedSync'] as const) await database.clear(store);
}

beforeEach(async () => {
  await mountGateway();
  await clear();
});
afterEach(async () => {
  await clear();
  await unmountGateway();
});

describe('curated records', () => {
  it('of both browsers from before are on both after the first sync', async () => {
    await put('desk', 'a', { title: 'A', form: 'a' });
    await put('phone', 'b', { title: 'B', form: 'b' });
    await syncAll();
    expect(await shared()).toEqual([
      { form: 'a', title: 'A' },
      { form: 'b', title: 'B' },
    ]);
  });

  it('of a kind that a newer Flowdeck has added are sent, too', async () => {
    await put('desk', 'a', { title: 'A', form: 'a' });
    await sync('desk', [HOME_KINDS.view]);
    expect((await gateway.list(0)).records).toEqual([]);
    await syncAll();
    expect(await shared()).toEqual([{ form: 'a', title: 'A' }]);
  });

  it('are merged by field', async () => {
    await put('desk', 'a', { title: 'A', form: 'a' });
    await syncAll();
    await put('desk', 'a', { title: 'B' });
    await put('phone', 'a', { form: 'b' });
    await syncAll();
    expect(await shared()).toEqual([{ form: 'b', title: 'B' }]);
  });

  it('that both browsers overwrote are kept in both versions', async () => {
    await put('desk', 'a', { title: 'A', form: 'a' });
    await syncAll();
    await put('desk', 'a', { form: 'of the desk' });
    await put('phone', 'a', { form: 'of the phone' });
    await syncAll();
    const all = await shared();
    expect(all.map(({ form }) => form).toSorted()).toEqual(['of the desk', 'of the phone']);
    expect(all.map(({ title }) => title).toSorted()).toEqual(['A', 'A (earlier version)']);
  });

  it('are read together, not one by one', async () => {
    for (let index = 0; index < 150; index += 1) await put('desk', `t${index}`, { title: 'T', form: `${index}` });
    await sync('desk');
    const get = vi.spyOn(IDBObjectStore.prototype, 'get');
    const getAll = vi.spyOn(IDBObjectStore.prototype, 'getAll');
    await sync('phone');
    await storageOf('phone').restart('restored', false);
    await sync('phone');
    expect(get.mock.calls.length + getAll.mock.calls.length).toBeLessThan(50);
    vi.restoreAllMocks();
    expect(await shared()).toHaveLength(150);
  });

  it('that are deleted are gone everywhere, and return when the deletion is undone', async () => {
    await put('desk', 'a', { title: 'A', form: 'a' });
    await syncAll();
    await put('phone', 'a', null);
    await syncAll();
    expect(await shared()).toEqual([]);
    await put('phone', 'a', { title: 'A', form: 'a' });
    await syncAll();
    expect(await shared()).toEqual([{ form: 'a', title: 'A' }]);
  });

  it.each(BROWSERS)('that the other browser changed survive a deletion, if the %s syncs first', async (first) => {
    await put('desk', 'a', { title: 'A', form: 'a' });
    await syncAll();
    await put('phone', 'a', { form: 'b' });
    await put('desk', 'a', null);
    await sync(first);
    await syncAll();
    expect(await shared()).toEqual([{ form: 'b', title: 'A' }]);
  });

  it('stay deleted if the response to an earlier change was lost', async () => {
    await put('desk', 'a', { title: 'A', form: 'a' });
    await syncAll();
    await put('desk', 'a', { form: 'b' });
    const unheard: RecordSyncRemote = {
      ...gateway,
      async change(since, records) {
        await gateway.change(since, records);
        throw new Error('connection lost');
      },
    };
    await expect(syncRecords(storageOf('desk'), unheard)).rejects.toThrow('connection lost');
    await put('desk', 'a', { form: 'c' });
    await put('desk', 'a', null);
    await syncAll();
    expect(await shared()).toEqual([]);
  });

  it('that the gateway does not accept stay in the browser, and keep no others back', async () => {
    await put('desk', 'large', { title: 'A', form: 'x'.repeat(MAX_RECORD_LENGTH) });
    await put('desk', 'small', { title: 'B', form: 'b' });
    await syncAll();
    expect(await recordsOf('phone')).toEqual([{ form: 'b', title: 'B' }]);
    expect(await recordsOf('desk')).toHaveLength(2);
    const unsent = await (await openDatabase()).get('curatedChanges', ['desk', 'template', 'large']);
    expect(unsent?.rejected).toBe('record_too_large');
    const full: RecordSyncRemote = {
      ...gateway,
      change: async (since, records) => ({
        ...(await gateway.list(since)),
        is_current: true,
        records: [],
        rejected: records.map(({ kind, id }) => ({ kind, id, reason: 'storage_full' as const })),
      }),
    };
    await put('desk', 'small', { form: 'c' });
    await syncRecords(storageOf('desk'), full);
    expect(await recordsOf('desk')).toContainEqual({ form: 'c', title: 'B' });
  });

  it('of two browsers become equal, whatever was interrupted, and no text is lost that nobody replaced or deleted', async () => {
    const browser = fc.constantFrom(...BROWSERS);
    const id = fc.constantFrom('a', 'b');
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.record({ does: fc.constantFrom('write', 'rename', 'delete'), browser, id }) },
      {
        weight: 2,
        arbitrary: fc.record({ does: fc.constant('sync'), browser, failsAt: fc.integer({ min: 0, max: 11 }) }),
      },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
        await mountGateway();
        await clear();
        await syncAll();
        const texts = new Set<FieldValue | undefined>();
        for (const [index, taken] of steps.entries()) {
          if ('failsAt' in taken) {
            await interruptedSync(storageOf(taken.browser), gateway, taken.failsAt);
            continue;
          }
          const known = (await (await openDatabase()).get('curated', [taken.browser, 'template', taken.id]))?.fields;
          if (taken.does === 'rename') {
            if (known) await put(taken.browser, taken.id, { title: `Title ${index}` });
            continue;
          }
          texts.delete(known?.['form']);
          const form = `text ${index}`;
          if (taken.does === 'write') texts.add(form);
          await put(taken.browser, taken.id, taken.does === 'delete' ? null : { title: 'T', form });
        }
        await syncAll();
        await syncAll();
        const kept = new Set((await shared()).map((fields) => fields['form']));
        expect([...texts].filter((text) => !kept.has(text))).toEqual([]);
        expect(kept.has(undefined)).toBe(false);
      }),
      { numRuns: 40 },
    );
  });
});
