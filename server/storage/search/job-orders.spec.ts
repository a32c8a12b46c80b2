import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JobSort } from '@contract/console/job-sorts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { JobSearch, SearchCursor } from './job-search';
import { createMemoryStore } from '../memory/memory-store';
import { openSqliteStore } from '../sqlite/sqlite-store';
import type { NewJob, Store } from '../store';
import { newJob } from '../testing/new-job';
import { putOutput } from '../testing/put-output';

const T0 = Date.UTC(2030, 0, 1);
const job = (id: string, more: Partial<NewJob> = {}) => newJob(id, { createdAt: T0, expiresAt: T0 * 2, ...more });

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'flowdeck-orders-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const adapters: { name: string; open: () => Store }[] = [
  { name: 'in memory', open: () => createMemoryStore() },
  { name: 'in SQLite', open: () => openSqliteStore(join(folder, 'flowdeck.db')) },
];

describe.each(adapters)('a store $name', ({ open }) => {
  let store: Store;
  beforeEach(() => {
    store = open();
  });
  afterEach(() => store.close());

  const walk = async (search: Partial<JobSearch>, order: JobSort, limit = 100) => {
    const ids: string[] = [];
    let after: SearchCursor | undefined;
    do {
      const page = await store.search.page({ owner: 'local', words: [], ...search }, order, limit, after);
      ids.push(...page.jobs.map(({ id }) => id));
      after = page.next ?? undefined;
    } while (after);
    return ids;
  };

  test('walks the queue in its order, also after a job was moved, other jobs last', async () => {
    for (const id of ['a', 'b', 'c']) store.jobs.insert(job(id));
    store.jobs.insert(job('done', { startedAt: T0, completedAt: T0 + 1, status: 'succeeded' }));
    expect(await walk({}, 'queue', 2)).toEqual(['a', 'b', 'c', 'done']);
    store.queue.setRank('c', -store.queue.takeSeq());
    store.queue.setRank('a', store.queue.takeSeq());
    for (const limit of [1, 2, 100]) {
      expect(await walk({}, 'queue', limit)).toEqual(['c', 'b', 'a', 'done']);
      expect(await walk({ statuses: ['queued'] }, 'queue', limit)).toEqual(['c', 'b', 'a']);
    }
  });

  test('walks every order page by page, each job once, jobs without such a time last', async () => {
    const run = (id: string, waitMs: number, runMs: number) =>
      store.jobs.insert(
        job(id, { createdAt: T0, startedAt: T0 + waitMs, completedAt: T0 + waitMs + runMs, status: 'succeeded' }),
      );
    run('a', 10, 5);
    run('b', 30, 5);
    store.jobs.insert(job('waiting'));
    run('c', 20, 9);
    run('clock-set-back', -5, -5);
    for (const limit of [1, 2, 100]) {
      expect(await walk({}, 'newest', limit)).toEqual(['clock-set-back', 'c', 'waiting', 'b', 'a']);
      expect(await walk({}, 'oldest', limit)).toEqual(['a', 'b', 'waiting', 'c', 'clock-set-back']);
      expect(await walk({}, 'longest_run', limit)).toEqual(['c', 'b', 'a', 'clock-set-back', 'waiting']);
      expect(await walk({}, 'longest_wait', limit)).toEqual(['b', 'c', 'a', 'clock-set-back', 'waiting']);
      expect(await walk({}, 'shortest_run', limit)).toEqual(['clock-set-back', 'b', 'a', 'c', 'waiting']);
      expect(await walk({}, 'shortest_wait', limit)).toEqual(['clock-set-back', 'a', 'c', 'b', 'waiting']);
    }
    expect(await walk({ statuses: ['succeeded'] }, 'oldest', 2)).toEqual(['a', 'b', 'c', 'clock-set-back']);
  });

  test('walks by status, attention first, and by status in reverse', async () => {
    const statuses = [
      'succeeded',
      'expired',
      'queued',
      'failed',
      'running',
      'canceled',
      'canceling',
      'failed',
    ] as const;
    for (const [index, status] of statuses.entries()) store.jobs.insert(job(`${status} ${index}`, { status }));
    const forward = ['running 4', 'canceling 6', 'queued 2', 'failed 7', 'failed 3', 'canceled 5', 'expired 1'];
    const reversed = ['succeeded 0', 'expired 1', 'canceled 5', 'failed 7', 'failed 3', 'queued 2', 'canceling 6'];
    for (const limit of [1, 3, 100]) {
      expect(await walk({}, 'status', limit)).toEqual([...forward, 'succeeded 0']);
      expect(await walk({}, 'status_reversed', limit)).toEqual([...reversed, 'running 4']);
    }
    store.jobs.update('running 4', { status: 'succeeded' });
    expect((await walk({}, 'status', 100)).slice(-2)).toEqual(['running 4', 'succeeded 0']);
  });

  test('walks by title as the list shows it: numbers by value, ignoring case and accents, after any change', async () => {
    const named = (id: string, title: string) => store.jobs.insert(job(id, { labels: { flowdeck_title: title } }));
    named('a', 'Run 10');
    named('b', 'run 9');
    named('c', 'Éclair');
    named('d', 'Eclair');
    store.jobs.insert(job('e5f6a7b8-0', { outputTitle: 'Save image' }));
    store.jobs.insert(job('0f1e2d3c-0'));
    const all = ['d', 'c', '0f1e2d3c-0', 'b', 'a', 'e5f6a7b8-0'];
    for (const limit of [1, 2, 100]) {
      expect(await walk({}, 'title', limit)).toEqual(all);
      // Jobs with equal titles stay in order, newest first.
      const reversed = ['e5f6a7b8-0', 'a', 'b', '0f1e2d3c-0', 'd', 'c'];
      expect(await walk({}, 'title_reversed', limit)).toEqual(reversed);
    }
    store.jobs.setLabel('a', 'flowdeck_title', 'Apple');
    expect((await walk({}, 'title'))[0]).toBe('a');
    putOutput(store, '0f1e2d3c-0', 'zebra.png');
    expect((await walk({}, 'title')).at(-1)).toBe('0f1e2d3c-0');
    store.jobs.remove('a');
    named('f', 'Aardvark');
    expect((await walk({}, 'title'))[0]).toBe('f');
    expect(await walk({ words: ['absent'] }, 'title')).toEqual([]);
  });

  test('returns the same order for two concurrent searches by title', async () => {
    for (const title of ['b', 'c', 'a']) store.jobs.insert(job(title, { labels: { flowdeck_title: title } }));
    const both = await Promise.all([walk({}, 'title'), walk({}, 'title')]);
    expect(both).toEqual([
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
    ]);
  });
});
