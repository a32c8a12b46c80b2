import { beforeEach, expect, test } from 'vitest';
import { GroupSync } from './group-sync';
import { StoreUnusable } from '../store-errors';

interface Asked {
  kind: 'sync' | 'again';
  end: () => void;
  fail: () => void;
}

let requests: Asked[];
let commits: GroupSync;
beforeEach(() => {
  requests = [];
  const ask = (kind: Asked['kind']) =>
    new Promise<void>((resolve, reject) => {
      requests.push({ kind, end: resolve, fail: () => reject(new Error('EIO')) });
    });
  commits = new GroupSync({ sync: () => ask('sync'), syncAgain: () => ask('again') });
});

/** Waits until all promises that depend on nothing else have settled. */
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
  expect(requests).toHaveLength(1);
  expect(states.map(({ isSynced }) => isSynced)).toEqual([false, false, false]);
  requests[0]?.end();
  await turn();
  expect(states.map(({ isSynced }) => isSynced)).toEqual([true, true, true]);
  expect(requests).toHaveLength(1);
});

test('a commit during a sync waits for the next one, which starts after it', async () => {
  const first = commit();
  await turn();
  const second = commit();
  const third = commit();
  await turn();
  expect(requests).toHaveLength(1);
  requests[0]?.end();
  await turn();
  expect([first, second, third].map(({ isSynced }) => isSynced)).toEqual([true, false, false]);
  expect(requests).toHaveLength(2);
  requests[1]?.end();
  await turn();
  expect([second, third].map(({ isSynced }) => isSynced)).toEqual([true, true]);
});

test('without a commit there is nothing to wait for', async () => {
  await commits.synced();
  expect(requests).toHaveLength(0);
});

test('after a failure nothing counts as synced until it was written again', async () => {
  commits.request();
  const reported = commits.synced();
  await turn();
  requests[0]?.fail();
  await expect(reported).rejects.toThrow(StoreUnusable);
  expect(commits.hasFailed).toBe(true);
  await expect(commits.synced()).rejects.toThrow(StoreUnusable);
  commits.request();
  await turn();
  expect(requests.map(({ kind }) => kind)).toEqual(['sync', 'again']);
  requests[1]?.end();
  await commits.synced();
  expect(commits.hasFailed).toBe(false);
  commits.request();
  await turn();
  expect(requests.at(-1)?.kind).toBe('sync');
});

test('after closing, no caller waits for a sync that never starts', async () => {
  commits.request();
  await turn();
  const late = commit();
  commits.close();
  requests[0]?.fail();
  await turn();
  expect(late.isSynced).toBe(true);
  expect(requests).toHaveLength(1);
});
