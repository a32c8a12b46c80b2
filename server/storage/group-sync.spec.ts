import { beforeEach, expect, test } from 'vitest';
import { GroupSync } from './group-sync';
import { StoreUnusable } from './store-errors';

interface Asked {
  kind: 'sync' | 'again';
  end: () => void;
  fail: () => void;
}

let asked: Asked[];
let commits: GroupSync;
beforeEach(() => {
  asked = [];
  const ask = (kind: Asked['kind']) =>
    new Promise<void>((resolve, reject) => {
      asked.push({ kind, end: resolve, fail: () => reject(new Error('EIO')) });
    });
  commits = new GroupSync({ sync: () => ask('sync'), syncAgain: () => ask('again') });
});

/** Promises that wait for nothing else have settled by then. */
const turn = () =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

const commit = () => {
  commits.request();
  const state = { isSynced: false };
  void commits.synced().then(() => (state.isSynced = true));
  return state;
};

test('commits of one turn share a sync', async () => {
  const states = [commit(), commit(), commit()];
  await turn();
  expect(asked).toHaveLength(1);
  expect(states.map(({ isSynced }) => isSynced)).toEqual([false, false, false]);
  asked[0]?.end();
  await turn();
  expect(states.map(({ isSynced }) => isSynced)).toEqual([true, true, true]);
  expect(asked).toHaveLength(1);
});

test('a commit during a sync waits for the next one, which begins after it', async () => {
  const first = commit();
  await turn();
  const second = commit();
  const third = commit();
  await turn();
  expect(asked).toHaveLength(1);
  asked[0]?.end();
  await turn();
  expect([first, second, third].map(({ isSynced }) => isSynced)).toEqual([true, false, false]);
  expect(asked).toHaveLength(2);
  asked[1]?.end();
  await turn();
  expect([second, third].map(({ isSynced }) => isSynced)).toEqual([true, true]);
});

test('without a commit there is nothing to wait for', async () => {
  await commits.synced();
  expect(asked).toHaveLength(0);
});

test('after a failure nothing is synced until it was written again', async () => {
  commits.request();
  const told = commits.synced();
  await turn();
  asked[0]?.fail();
  await expect(told).rejects.toThrow(StoreUnusable);
  expect(commits.hasFailed).toBe(true);
  await expect(commits.synced()).rejects.toThrow(StoreUnusable);
  commits.request();
  await turn();
  expect(asked.map(({ kind }) => kind)).toEqual(['sync', 'again']);
  asked[1]?.end();
  await commits.synced();
  expect(commits.hasFailed).toBe(false);
  commits.request();
  await turn();
  expect(asked.at(-1)?.kind).toBe('sync');
});

test('once it is closed, nobody waits for a sync that does not begin any more', async () => {
  commits.request();
  await turn();
  const late = commit();
  commits.close();
  asked[0]?.fail();
  await turn();
  expect(late.isSynced).toBe(true);
  expect(asked).toHaveLength(1);
});
