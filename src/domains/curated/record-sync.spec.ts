import { expect, test } from 'vitest';
import { syncRecords, type RecordSyncRemote, type RecordSyncStorage } from './record-sync';

/** Two ports that note what is asked of them, with three pages of a gateway. */
function ports(faults: { list?: number; apply?: number } = {}) {
  const calls: string[] = [];
  const storage: RecordSyncStorage = {
    position: async () => ({ store: 's', version: 0, isComplete: true }),
    unsent: async () => [],
    restart: async () => {},
    async apply({ version }) {
      calls.push(`store ${version}`);
      await Promise.resolve();
      if (faults.apply === version) throw new Error('The disk is full');
      calls.push(`stored ${version}`);
      return new Set();
    },
  };
  const remote: RecordSyncRemote = {
    async list(since) {
      calls.push(`read after ${since}`);
      if (faults.list === since) throw new Error('The gateway is away');
      return { store: 's', records: [], version: since + 1, more: since < 2 };
    },
    change: () => Promise.reject(new Error('Nothing is sent')),
  };
  return { calls, sync: () => syncRecords(storage, remote) };
}

test('the next page is read while one is stored, and pages are stored in their order', async () => {
  const { calls, sync } = ports();
  await sync();
  expect(calls).toEqual([
    'read after 0',
    'read after 1',
    'store 1',
    'stored 1',
    'read after 2',
    'store 2',
    'stored 2',
    'store 3',
    'stored 3',
  ]);
});

test('a page that was read is stored, even if the next one cannot be read', async () => {
  const { calls, sync } = ports({ list: 1 });
  await expect(sync()).rejects.toThrow('The gateway is away');
  expect(calls).toContain('stored 1');
});

test('nothing is stored after a page that could not be', async () => {
  const { calls, sync } = ports({ apply: 1, list: 1 });
  await expect(sync()).rejects.toThrow('The disk is full');
  expect(calls).toEqual(['read after 0', 'read after 1', 'store 1']);
});
