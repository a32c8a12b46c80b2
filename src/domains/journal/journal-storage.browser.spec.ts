import { afterEach, expect, it, vi } from 'vitest';
import { openDatabase } from '../database';
import type { OutboxEntry } from '../outbox/outbox-entry';
import { durableOutbox } from '../outbox/outbox-journal';

const ids = Array.from({ length: 20 }, (_, index) => `storage-${index}`);

function entryOf(id: string, title = id): OutboxEntry {
  return {
    id,
    surfaceId: 'local',
    key: id,
    createdAt: Date.now(),
    title,
    draftId: null,
    workflowText: '{}',
    graphFingerprint: 'f',
    labels: {},
    firstSentAt: null,
    state: { name: 'canceled' },
    isDismissed: true,
  };
}

afterEach(async () => {
  vi.restoreAllMocks();
  await durableOutbox.remove(ids);
});

it('stores writes that arrive during another one together', async () => {
  await openDatabase();
  const transactions = vi.spyOn(IDBDatabase.prototype, 'transaction');
  await Promise.all(ids.map((id) => durableOutbox.write(entryOf(id))));
  expect(transactions.mock.calls.length).toBeLessThanOrEqual(2);
  expect(await Promise.all(ids.map((id) => durableOutbox.read(id)))).toMatchObject(ids.map((id) => ({ id })));
});

it('stores the last of several writes of one entry', async () => {
  await Promise.all(ids.map((title) => durableOutbox.write(entryOf('storage-0', title))));
  expect(await durableOutbox.read('storage-0')).toMatchObject({ title: ids.at(-1) });
});

it('stores the others if one write fails', async () => {
  const put = IDBObjectStore.prototype.put;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function fail(this: IDBObjectStore, value: OutboxEntry) {
    if (value.id === 'storage-7') throw new DOMException('Full', 'QuotaExceededError');
    return put.call(this, value);
  });
  const results = await Promise.allSettled(ids.map((id) => durableOutbox.write(entryOf(id))));
  expect(results.flatMap(({ status }, index) => (status === 'rejected' ? [ids[index]] : []))).toEqual(['storage-7']);
  expect(await durableOutbox.read('storage-7')).toBeNull();
  expect(await durableOutbox.read('storage-8')).toMatchObject({ id: 'storage-8' });
});
