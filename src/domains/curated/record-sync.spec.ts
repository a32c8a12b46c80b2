import { describe, expect, test } from 'vitest';
import { SyncSchedule, syncRecords, type RecordSyncRemote, type RecordSyncStorage } from './record-sync';

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

test('what was reached is part of the result', async () => {
  const { sync } = ports();
  expect(await sync()).toEqual({ changed: new Set(), reached: { store: 's', version: 3 } });
});

describe('a sync is needed', () => {
  const MAX_AGE_MS = 1000;
  const at = (version: number, store = 's') => ({ store, version });

  function start() {
    const time = { now: 0 };
    return { time, schedule: new SyncSchedule(MAX_AGE_MS, () => time.now) };
  }

  test('once for each change that the gateway announces', () => {
    const { schedule } = start();
    expect(schedule.announce('desk', at(1))).toBe(true);
    // It runs, or failed.
    expect(schedule.announce('desk', at(1))).toBe(false);
    schedule.setReached('desk', at(1));
    expect(schedule.announce('desk', at(1))).toBe(false);
    expect(schedule.announce('desk', at(2))).toBe(true);
  });

  test('not for changes of this browser', () => {
    const { schedule } = start();
    schedule.setReached('desk', at(2));
    expect(schedule.announce('desk', at(2))).toBe(false);
  });

  test('for records of another data folder, and for an older copy', () => {
    const { schedule } = start();
    schedule.setReached('desk', at(2));
    expect(schedule.announce('desk', at(2, 'other'))).toBe(true);
    expect(schedule.announce('desk', at(1))).toBe(true);
  });

  test('for each gateway by itself', () => {
    const { schedule } = start();
    schedule.setReached('desk', at(2));
    expect(schedule.announce('attic', at(2))).toBe(true);
  });

  test('regularly, unless a recent announcement was reached', () => {
    const { time, schedule } = start();
    expect(schedule.isDue('desk')).toBe(true);
    schedule.setReached('desk', at(1));
    expect(schedule.isDue('desk')).toBe(true);
    schedule.announce('desk', at(1));
    expect(schedule.isDue('desk')).toBe(false);
    time.now += MAX_AGE_MS;
    expect(schedule.isDue('desk')).toBe(true);
  });

  test('regularly after one that failed: changes of this browser may be unsent', () => {
    const { schedule } = start();
    schedule.setReached('desk', at(1));
    schedule.announce('desk', at(1));
    schedule.setReached('desk', null);
    expect(schedule.isDue('desk')).toBe(true);
  });
});
