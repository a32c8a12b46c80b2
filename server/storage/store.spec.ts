import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createMemoryStore } from './memory/memory-store';
import { openSqliteStore } from './sqlite/sqlite-store';
import type { NewRequest, StoredBytes } from './request-records';
import type { CallRecord, KeyedRun } from './router-records';
import type { AssetRecord, ListedOutput, NewJob, OutputCursor, Store } from './store';
import { newJob } from './testing/new-job';

const T0 = Date.UTC(2030, 0, 1);
const DAY = 24 * 3600 * 1000;

const job = (id: string, more: Partial<NewJob> = {}) => newJob(id, { createdAt: T0, expiresAt: T0 + DAY, ...more });

const asset = (id: string, more: Partial<AssetRecord> = {}): AssetRecord => ({
  id,
  owner: 'local',
  blob: 'a'.repeat(64),
  sizeBytes: 10,
  contentType: 'image/png',
  filePath: 'photo.png',
  createdAt: T0,
  expiresAt: null,
  jobId: null,
  tags: [],
  ...more,
});

const CALL: CallRecord = {
  id: 'call',
  owner: 'local',
  model: 'a/b',
  startedAt: T0,
  endedAt: null,
  holdCents: 10,
  status: null,
  bucket: null,
  charged: null,
  creditsUsed: null,
};

/** Matches the error of either adapter for a record that already exists, or whose parent does not exist. */
const TAKEN = /UNIQUE|already/;
const MISSING = /FOREIGN KEY|No (?:job|asset)/;

/** One specification for every adapter. */
const adapters: { name: string; open: (folder: string) => Store }[] = [
  { name: 'in memory', open: () => createMemoryStore() },
  { name: 'in SQLite', open: (folder) => openSqliteStore(join(folder, 'flowdeck.db')) },
];

describe.each(adapters)('records $name', ({ open }) => {
  let folder = '';
  let store: Store;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'flowdeck-store-'));
    store = open(folder);
  });
  afterEach(() => {
    store.close();
    rmSync(folder, { recursive: true });
  });

  const put = (jobId: string, nodeId: string, name: string, assetId: string) =>
    store.jobs.putOutput({ jobId, nodeId, name, type: 'image', assetId });

  describe('the trash', () => {
    beforeEach(() => {
      store.jobs.insert(job('one', { status: 'succeeded' }));
      store.jobs.insert(job('two', { status: 'succeeded' }));
      store.assets.insert(asset('made', { jobId: 'one' }));
      store.assets.insert(asset('read', { jobId: 'one', sizeBytes: 7 }));
      put('one', '9', 'made.png', 'made');
      put('one', '9', 'read.png', 'read');
      store.jobs.insert(job('reader', { status: 'queued', assetIds: ['read'] }));
    });
    const owners = () => ['made', 'read'].map((id) => store.assets.get(id)?.owner);

    test('hides a job and its files from their owner, except what an unfinished job reads, and restores them', () => {
      store.trash.put({ jobId: 'one', owner: 'local', deletedAt: T0, keepsOutputs: false });
      expect(store.jobs.list({ owner: 'local', limit: 9 }).jobs.map(({ id }) => id)).toEqual(['reader', 'two']);
      expect(owners()).toEqual(['trash:local', 'local']);
      expect(store.jobs.countByStatus()).toEqual({ succeeded: 1, queued: 1 });
      expect(store.trash.usage('local')).toEqual({
        uploads: { files: 0, bytes: 0 },
        outputs: { files: 1, bytes: 7 },
        removed: { files: 0, bytes: 0 },
        trash: { files: 1, bytes: 10 },
        largestJobs: [{ jobId: 'one', files: 1, bytes: 7 }],
      });
      store.trash.restore('one');
      expect(store.jobs.get('one')?.owner).toBe('local');
      expect(owners()).toEqual(['local', 'local']);
      expect(store.trash.get('one')).toBeNull();
    });

    test('keeps files of a job that is removed without them', () => {
      store.trash.put({ jobId: 'one', owner: 'local', deletedAt: T0, keepsOutputs: true });
      expect(owners()).toEqual(['local', 'local']);
      store.trash.releaseOutputs('one');
      store.jobs.remove('one');
      expect(store.assets.get('made')).toMatchObject({ jobId: null, owner: 'local' });
      expect(store.trash.get('one')).toBeNull();
    });

    test('lists the newest first, and due jobs the oldest first', () => {
      store.trash.put({ jobId: 'one', owner: 'local', deletedAt: T0, keepsOutputs: false });
      store.trash.put({ jobId: 'two', owner: 'local', deletedAt: T0 + 1, keepsOutputs: true });
      expect(store.trash.list('local', 9).map(({ jobId }) => jobId)).toEqual(['two', 'one']);
      expect(store.trash.deletedBefore(T0 + 1, 9).map(({ jobId }) => jobId)).toEqual(['one']);
      expect(() => store.trash.put({ jobId: 'none', owner: 'local', deletedAt: T0, keepsOutputs: false })).toThrow(
        MISSING,
      );
    });
  });

  test('setting a label replaces the old one, for listing and search', async () => {
    store.jobs.insert(job('one', { labels: { name: 'old', other: 'x' } }));
    store.jobs.setLabel('one', 'name', 'New');
    const ids = (labels: Record<string, string>) =>
      store.jobs.list({ owner: 'local', limit: 9, labels }).jobs.map(({ id }) => id);
    expect([ids({ name: 'New', other: 'x' }), ids({ name: 'old' })]).toEqual([['one'], []]);
    expect((await store.search.page({ owner: 'local', words: ['new'] }, 'newest', 9)).jobs).toHaveLength(1);
  });

  describe('jobs', () => {
    test('a job is read as it was written, its workflow byte for byte', () => {
      const workflowText = '{"3": {"seed": 18446744073709551615, "cfg": 1.0, "text": "naïve 🦊 \\u0000"}}\n';
      const written = job('a', {
        labels: { title: 'Soften "and" frame', __proto__x: 'kept' },
        progress: { value: 0.5, nodes_done: 1, nodes_total: 2, nodes: { '3': { state: 'running', ms: null } } },
        error: { code: 'node_execution_error', message: 'No', node_id: '3' },
        startedAt: T0 + 1,
        completedAt: T0 + 2,
        needsExtraData: true,
        outputTitle: 'Final picture',
        workflowText,
      });
      const record = store.jobs.insert(written);
      const {
        workflowText: _text,
        assetIds: _ids,
        searchText: _search,
        searchFields: _inputs,
        shape: _shape,
        ...fields
      } = written;
      expect(record).toEqual({ ...fields, seq: record.seq, queueRank: record.seq, engine: null });
      expect(store.jobs.get('a')).toEqual(record);
      expect(store.jobs.workflowText('a')).toBe(workflowText);
    });

    test('a large workflow is stored ahead of its job, and is read in its pieces', () => {
      store.jobs.putWorkflowPiece('a', '{"3": ');
      store.jobs.putWorkflowPiece('a', '"naïve ');
      expect(store.jobs.workflowText('a')).toBeNull();
      store.jobs.insert(job('a', { workflowText: '🦊"}' }));
      expect([...store.jobs.workflowPieces('a')]).toEqual(['{"3": ', '"naïve ', '🦊"}']);
      expect(store.jobs.workflowText('a')).toBe('{"3": "naïve 🦊"}');
      store.jobs.remove('a');
      store.jobs.insert(job('a'));
      expect([...store.jobs.workflowPieces('a')]).toHaveLength(1);
    });

    test('pieces of a job that was not created are dropped', () => {
      store.jobs.putWorkflowPiece('a', 'old');
      store.jobs.dropWorkflowPieces('a');
      store.jobs.insert(job('a', { workflowText: 'new' }));
      expect(store.jobs.workflowText('a')).toBe('new');
    });

    test('the expiry of jobs and assets in a time range can be postponed', () => {
      for (const [id, expiresAt] of [
        ['a', 10],
        ['b', 11],
        ['c', 20],
        ['d', 21],
      ] as const) {
        store.jobs.insert(job(id, { expiresAt: T0 + expiresAt }));
      }
      store.jobs.postpone({ after: T0 + 10, until: T0 + 20, byMs: 100 });
      expect(['a', 'b', 'c', 'd'].map((id) => (store.jobs.get(id)?.expiresAt ?? 0) - T0)).toEqual([10, 111, 120, 21]);
      store.assets.insert(asset('soon', { expiresAt: T0 + 20 }));
      store.assets.insert(asset('late', { expiresAt: T0 + 21 }));
      store.assets.postpone({ after: T0 + 10, until: T0 + 20, byMs: 100 });
      expect(['soon', 'late'].map((id) => (store.assets.get(id)?.expiresAt ?? 0) - T0)).toEqual([120, 21]);
    });

    test('a missing record is null, and writes to it change nothing', () => {
      expect(store.jobs.get('nobody')).toBeNull();
      expect(store.jobs.workflowText('nobody')).toBeNull();
      store.jobs.update('nobody', { status: 'running' });
      store.jobs.remove('nobody');
      expect(store.jobs.list({ owner: 'local', limit: 10 })).toEqual({ jobs: [], more: false });
    });

    test('an id is used once', () => {
      store.jobs.insert(job('a'));
      expect(() => store.jobs.insert(job('a'))).toThrow(TAKEN);
    });

    test('a returned record is a copy', () => {
      const record = store.jobs.insert(job('a', { labels: { title: 'one' } }));
      record.labels['title'] = 'two';
      expect(store.jobs.get('a')?.labels).toEqual({ title: 'one' });
    });

    test('an update changes the named fields only', () => {
      const before = store.jobs.insert(job('a', { error: { code: 'x', message: 'y' } }));
      store.jobs.update('a', { status: 'running', startedAt: T0 + 5 });
      store.jobs.update('a', {});
      expect(store.jobs.get('a')).toEqual({ ...before, status: 'running', startedAt: T0 + 5 });
      store.jobs.update('a', { error: null, progress: { value: 1, nodes_done: 1, nodes_total: 1 } });
      expect(store.jobs.get('a')).toMatchObject({ error: null, progress: { value: 1 } });
    });

    test('a listing is newest first, page by page, each job once', () => {
      for (const id of ['a', 'b', 'c', 'd', 'e']) store.jobs.insert(job(id));
      const first = store.jobs.list({ owner: 'local', limit: 2 });
      expect(first.jobs.map(({ id }) => id)).toEqual(['e', 'd']);
      expect(first.more).toBe(true);
      store.jobs.insert(job('f'));
      const second = store.jobs.list({ owner: 'local', limit: 2, beforeSeq: first.jobs[1]?.seq ?? 0 });
      expect(second.jobs.map(({ id }) => id)).toEqual(['c', 'b']);
      const third = store.jobs.list({ owner: 'local', limit: 2, beforeSeq: second.jobs[1]?.seq ?? 0 });
      expect(third).toMatchObject({ jobs: [{ id: 'a' }], more: false });
    });

    test('a listing shows the jobs of its owner only', () => {
      store.jobs.insert(job('mine'));
      store.jobs.insert(job('theirs', { owner: 'other', labels: { k: 'v' } }));
      expect(store.jobs.list({ owner: 'local', limit: 9 }).jobs.map(({ id }) => id)).toEqual(['mine']);
      expect(store.jobs.list({ owner: 'local', limit: 9, labels: { k: 'v' } }).jobs).toEqual([]);
    });

    test('a listing filters by statuses and by labels, which must all match exactly', () => {
      store.jobs.insert(job('a', { labels: { batch: '7', title: 'x' } }));
      store.jobs.insert(job('b', { labels: { batch: '7', title: 'y' }, status: 'running' }));
      store.jobs.insert(job('c', { labels: { batch: '77' }, status: 'failed' }));
      store.jobs.insert(job('d', { status: 'running' }));
      const ids = (filter: Partial<Parameters<Store['jobs']['list']>[0]>) => {
        const page = store.jobs.list({ owner: 'local', limit: 10, ...filter });
        expect(page.more).toBe(false);
        return page.jobs.map(({ id }) => id);
      };
      expect(ids({ statuses: ['running', 'queued', 'running'] })).toEqual(['d', 'b', 'a']);
      expect(ids({ statuses: [] })).toEqual([]);
      expect(ids({ labels: { batch: '7' } })).toEqual(['b', 'a']);
      expect(ids({ labels: { batch: '7', title: 'y' } })).toEqual(['b']);
      expect(ids({ labels: { batch: '7' }, statuses: ['queued'] })).toEqual(['a']);
      expect(ids({ labels: { toString: '7' } })).toEqual([]);
      expect(store.jobs.list({ owner: 'local', limit: 1, statuses: ['running', 'failed'] })).toMatchObject({
        jobs: [{ id: 'd' }],
        more: true,
      });
    });

    test('unfinished jobs are listed in submission order and counted', () => {
      store.jobs.insert(job('a', { status: 'running' }));
      store.jobs.insert(job('b'));
      store.jobs.insert(job('c'));
      expect(store.jobs.withStatus(['queued']).map(({ id }) => id)).toEqual(['b', 'c']);
      expect(store.jobs.withStatus(['running', 'queued']).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
      expect(store.jobs.countWithStatus('queued')).toBe(2);
    });

    test('the queue order is the submission order until a job gets another rank', () => {
      const [first, second] = [store.jobs.insert(job('a')), store.jobs.insert(job('b'))];
      expect([first.queueRank, second.queueRank]).toEqual([first.seq, second.seq]);
      const taken = store.queue.takeSeq();
      expect(taken).toBeGreaterThan(second.seq);
      store.queue.setRank('a', -taken);
      store.queue.setRank('nothing', 1);
      expect(store.jobs.get('a')).toEqual({ ...first, queueRank: -taken });
      expect(store.jobs.withStatus(['queued']).map(({ queueRank }) => queueRank)).toEqual([-taken, second.seq]);
      expect(store.jobs.insert(job('c')).seq).toBeGreaterThan(taken);
    });

    test('a rank is undone with its transaction', () => {
      const { queueRank } = store.jobs.insert(job('a'));
      expect(() =>
        store.transaction(() => {
          store.queue.setRank('a', -7);
          store.queue.setPausedAt(T0);
          throw new Error('undone');
        }),
      ).toThrow('undone');
      expect(store.jobs.get('a')?.queueRank).toBe(queueRank);
      expect(store.queue.pausedAt()).toBeNull();
    });

    test('the queue is paused from one time until it is resumed', () => {
      expect(store.queue.pausedAt()).toBeNull();
      store.queue.setPausedAt(T0);
      store.queue.setPausedAt(T0 + 1);
      expect(store.queue.pausedAt()).toBe(T0 + 1);
      store.queue.setPausedAt(null);
      expect(store.queue.pausedAt()).toBeNull();
    });

    test('a sequence number is never reused', () => {
      const gone = store.jobs.insert(job('a'));
      store.jobs.remove('a');
      expect(store.jobs.insert(job('b')).seq).toBeGreaterThan(gone.seq);
    });

    test('expired jobs are found at their exact time, oldest first, up to a limit', () => {
      store.jobs.insert(job('late', { expiresAt: T0 + 2 }));
      store.jobs.insert(job('early', { expiresAt: T0 + 1 }));
      store.jobs.insert(job('never', { expiresAt: T0 + DAY }));
      expect(store.jobs.expiredBefore(T0, 10)).toEqual([]);
      expect(store.jobs.expiredBefore(T0 + 1, 10).map(({ id }) => id)).toEqual(['early']);
      expect(store.jobs.expiredBefore(T0 + 2, 10).map(({ id }) => id)).toEqual(['early', 'late']);
      expect(store.jobs.expiredBefore(T0 + 2, 1).map(({ id }) => id)).toEqual(['early']);
    });
  });

  test('the status of a job is read alone', () => {
    store.jobs.insert(job('a', { status: 'running' }));
    expect(store.jobs.status('a')).toBe('running');
    store.jobs.update('a', { status: 'failed' });
    expect(store.jobs.status('a')).toBe('failed');
    expect(store.jobs.status('nobody')).toBeNull();
  });

  describe('outputs', () => {
    beforeEach(() => {
      store.jobs.insert(job('a'));
      store.jobs.insert(job('b'));
      for (const id of ['x', 'y', 'z']) store.assets.insert(asset(id, { jobId: 'a', filePath: `${id}.png` }));
    });

    test('are in commit order with their assets', () => {
      put('a', '9', 'z.png', 'z');
      put('a', '', 'x.png', 'x');
      put('b', '9', 'y.png', 'y');
      const found = store.jobs.outputs(['a', 'b', 'nobody']);
      expect([...found.keys()].sort()).toEqual(['a', 'b']);
      expect(found.get('a')?.map(({ name }) => name)).toEqual(['z.png', 'x.png']);
      expect(found.get('a')?.[0]).toEqual({
        jobId: 'a',
        nodeId: '9',
        name: 'z.png',
        type: 'image',
        asset: asset('z', { jobId: 'a', filePath: 'z.png' }),
      });
      expect(store.jobs.outputs([]).size).toBe(0);
    });

    test('include all properties of their assets', () => {
      const bare = asset('bare', { blob: null, filePath: null, expiresAt: null, jobId: null, tags: [] });
      const full = asset('full', {
        blob: 'ab'.repeat(32),
        sizeBytes: 2 ** 45,
        contentType: 'text/plain; charset="utf-8"',
        filePath: 'Straße "1"\\\n🖼.png',
        expiresAt: T0 + DAY,
        jobId: 'a',
        tags: ['plain', 'with "quotes", commas', 'é'],
      });
      for (const each of [bare, full]) {
        store.assets.insert(each);
        put('a', each.id, `${each.id} "ü".png`, each.id);
        expect(store.jobs.output('a', each.id, `${each.id} "ü".png`)?.asset).toEqual(each);
      }
      const found = store.jobs.outputs(['a']).get('a');
      expect(found?.map(({ name, asset: its }) => [name, its])).toEqual([
        ['bare "ü".png', bare],
        ['full "ü".png', full],
      ]);
    });

    test('are found individually, by node and name', () => {
      put('a', '9', 'z.png', 'z');
      put('a', '', 'x.png', 'x');
      put('b', '9', 'z.png', 'y');
      expect(store.jobs.output('a', '9', 'z.png')).toEqual(store.jobs.outputs(['a']).get('a')?.[0]);
      expect(store.jobs.output('b', '9', 'z.png')?.asset.id).toBe('y');
      expect(store.jobs.output('a', '', 'x.png')?.asset.id).toBe('x');
      expect(store.jobs.output('a', '9', 'x.png')).toBeNull();
      expect(store.jobs.output('nobody', '9', 'z.png')).toBeNull();
    });

    test('report the node of each asset that they refer to', () => {
      put('a', '9', 'x.png', 'x');
      put('b', '4', 'x.png', 'x');
      put('a', '4', 'y.png', 'y');
      expect(store.jobs.outputNodes(['y', 'x', 'z', 'nothing'])).toEqual(
        new Map([
          ['x', '9'],
          ['y', '4'],
        ]),
      );
      expect(store.jobs.outputNodes([]).size).toBe(0);
    });

    test('of the same node and name are replaced in place', () => {
      put('a', '9', 'one.png', 'x');
      put('a', '9', 'two.png', 'y');
      put('a', '9', 'one.png', 'z');
      expect(
        store.jobs
          .outputs(['a'])
          .get('a')
          ?.map((output) => [output.name, output.asset.id]),
      ).toEqual([
        ['one.png', 'z'],
        ['two.png', 'y'],
      ]);
    });

    test('require their job and their asset', () => {
      expect(() => put('nobody', '1', 'n', 'x')).toThrow(MISSING);
      expect(() => put('a', '1', 'n', 'nothing')).toThrow(MISSING);
    });

    test('are removed with their asset', () => {
      put('a', '9', 'x.png', 'x');
      store.assets.remove('x');
      expect(store.jobs.outputs(['a']).get('a')).toBeUndefined();
    });
  });

  test('removing a job removes its products, log, labels and input references', () => {
    store.assets.insert(asset('input'));
    store.jobs.insert(job('a', { assetIds: ['input', 'input'], labels: { k: 'v' } }));
    store.assets.insert(asset('product', { jobId: 'a' }));
    store.jobs.putOutput({ jobId: 'a', nodeId: '1', name: 'n', type: 'image', assetId: 'product' });
    store.logs.put('a', { text: 'hi', truncated: false, capturedAt: T0, complete: true });
    expect(store.assets.isInUse('input')).toBe(true);
    store.jobs.remove('a');
    expect(store.jobs.get('a')).toBeNull();
    expect(store.jobs.workflowText('a')).toBeNull();
    expect(store.jobs.outputs(['a']).size).toBe(0);
    expect(store.logs.get('a')).toBeNull();
    expect(store.assets.get('product')).toBeNull();
    expect(store.assets.get('input')).not.toBeNull();
    expect(store.assets.isInUse('input')).toBe(false);
    expect(store.jobs.list({ owner: 'local', limit: 9, labels: { k: 'v' } }).jobs).toEqual([]);
  });

  test('a product that an unfinished job reads outlives its own job, until the sweep', () => {
    store.jobs.insert(job('a', { expiresAt: T0 + 7 }));
    store.assets.insert(asset('product', { jobId: 'a' }));
    store.jobs.insert(job('b', { assetIds: ['product'] }));
    store.jobs.remove('a');
    expect(store.assets.get('product')).toMatchObject({ jobId: null, expiresAt: T0 + 7 });
    expect(store.assets.isInUse('product')).toBe(true);
    expect(store.assets.expiredBefore(T0 + 7, 10).map(({ id }) => id)).toEqual(['product']);
    store.jobs.update('b', { status: 'succeeded' });
    expect(store.assets.isInUse('product')).toBe(false);
  });

  describe('assets', () => {
    test('an asset is read as it was written', () => {
      const full = asset('a', { tags: ['x', 'y'], expiresAt: T0 + 5, jobId: 'gone', sizeBytes: 2 ** 40 });
      const bare = asset('b', { blob: null, filePath: null });
      store.assets.insert(full);
      store.assets.insert(bare);
      expect(store.assets.get('a')).toEqual(full);
      expect(store.assets.get('b')).toEqual(bare);
      expect(store.assets.get('c')).toBeNull();
      expect(() => store.assets.insert(bare)).toThrow(TAKEN);
    });

    test('a reference is found by owner, bytes, name and media type; products of jobs are not references', () => {
      const blob = 'b'.repeat(64);
      store.assets.insert(asset('named', { blob }));
      store.assets.insert(asset('nameless', { blob, filePath: null }));
      store.assets.insert(asset('product', { blob, jobId: 'j', filePath: 'made.png' }));
      const find = (owner: string, name: string | null, type: string | null) =>
        store.assets.findReference(owner, blob, name, type)?.id ?? null;
      expect(find('local', 'photo.png', 'image/png')).toBe('named');
      expect(find('local', 'photo.png', null)).toBe('named');
      expect(find('local', null, null)).toBe('nameless');
      expect(find('local', 'photo.png', 'image/webp')).toBeNull();
      expect(find('other', 'photo.png', null)).toBeNull();
      expect(find('local', 'made.png', null)).toBeNull();
      expect(store.assets.findReference('local', 'c'.repeat(64), 'photo.png', null)).toBeNull();
    });

    test('of several references the one that expires last is found', () => {
      store.assets.insert(asset('short', { expiresAt: T0 + 1 }));
      store.assets.insert(asset('long', { expiresAt: T0 + 2 }));
      expect(store.assets.findReference('local', 'a'.repeat(64), 'photo.png', null)?.id).toBe('long');
      store.assets.insert(asset('forever'));
      expect(store.assets.findReference('local', 'a'.repeat(64), 'photo.png', null)?.id).toBe('forever');
    });

    test('ownership and references of bytes are reported, including products', () => {
      store.assets.insert(asset('a', { jobId: 'j' }));
      store.assets.insert(asset('none', { blob: null }));
      expect(store.assets.findOwned('local', 'a'.repeat(64))?.id).toBe('a');
      expect(store.assets.findOwned('other', 'a'.repeat(64))).toBeNull();
      expect(store.assets.isBlobReferenced('a'.repeat(64))).toBe(true);
      expect(store.assets.referencedBlobs()).toEqual(new Set(['a'.repeat(64)]));
      store.assets.remove('a');
      expect(store.assets.isBlobReferenced('a'.repeat(64))).toBe(false);
      expect(store.assets.referencedBlobs()).toEqual(new Set());
    });

    test('an update can set and remove the expiry and set the bytes', () => {
      store.assets.insert(asset('a', { blob: null, expiresAt: T0 }));
      store.assets.update('a', { blob: 'd'.repeat(64), sizeBytes: 5 });
      expect(store.assets.get('a')).toMatchObject({ blob: 'd'.repeat(64), sizeBytes: 5, expiresAt: T0 });
      store.assets.update('a', { expiresAt: null });
      expect(store.assets.get('a')?.expiresAt).toBeNull();
      store.assets.update('nobody', { sizeBytes: 1 });
    });

    test('are listed newest first, page by page, without foreign and expired ones', async () => {
      for (const id of ['a', 'b', 'c', 'd', 'e']) store.assets.insert(asset(id));
      store.assets.insert(asset('foreign', { owner: 'other' }));
      store.assets.insert(asset('ended', { expiresAt: T0 }));
      store.assets.insert(asset('ending', { expiresAt: T0 + 1 }));
      store.assets.update('a', { sizeBytes: 11 });
      store.assets.remove('d');
      const page = (before?: number) =>
        store.assets.list({ owner: 'local', now: T0, limit: 2, ...(before === undefined ? {} : { before }) });
      const walked: string[][] = [];
      let next: number | undefined;
      do {
        const read = await page(next);
        walked.push(read.assets.map(({ id }) => id));
        // Records added during a walk do not affect it.
        if (walked.length === 1) store.assets.insert(asset('newer'));
        next = read.next ?? undefined;
      } while (next !== undefined);
      expect(walked).toEqual([['ending', 'e'], ['c', 'b'], ['a']]);
      expect((await store.assets.list({ owner: 'local', now: T0, limit: 1 })).assets).toEqual([asset('newer')]);
    });

    test('are found by origin, and by name, hash or job', async () => {
      const blob = `b7${'0'.repeat(62)}`;
      store.assets.insert(asset('harbour', { filePath: 'Harbour_100%.png' }));
      store.assets.insert(asset('nameless', { filePath: null, blob }));
      store.assets.insert(asset('product', { jobId: 'c0ffee', filePath: 'seed7.png', blob: null }));
      const find = async (more: { origin?: 'uploads' | 'outputs'; text?: string }) =>
        (await store.assets.list({ owner: 'local', now: T0, limit: 9, ...more })).assets.map(({ id }) => id);
      expect(await find({})).toEqual(['product', 'nameless', 'harbour']);
      expect(await find({ origin: 'uploads' })).toEqual(['nameless', 'harbour']);
      expect(await find({ origin: 'outputs' })).toEqual(['product']);
      expect(await find({ text: 'hARBOUR' })).toEqual(['harbour']);
      expect(await find({ text: '_1' })).toEqual(['harbour']);
      expect(await find({ text: '%' })).toEqual(['harbour']);
      expect(await find({ text: 'B70' })).toEqual(['nameless']);
      expect(await find({ text: '00' })).toEqual(['harbour']);
      expect(await find({ text: 'c0f' })).toEqual(['product']);
      expect(await find({ text: 'seed', origin: 'uploads' })).toEqual([]);
      expect(store.assets.count('local', T0)).toEqual({ uploads: 2, outputs: 1 });
      expect(store.assets.count('other', T0)).toEqual({ uploads: 0, outputs: 0 });
    });

    test('are found by text however far apart they are, each page once', async () => {
      store.transaction(() => {
        for (let n = 0; n < 12_000; n += 1) {
          store.assets.insert(asset(`asset-${n}`, { filePath: n % 2500 === 0 ? 'reef.png' : 'photo.png' }));
        }
      });
      const walked: string[] = [];
      let before: number | undefined;
      do {
        const more = before === undefined ? {} : { before };
        const page = await store.assets.list({ owner: 'local', now: T0, limit: 2, text: 'reef', ...more });
        walked.push(...page.assets.map(({ id }) => id));
        before = page.next ?? undefined;
      } while (before !== undefined);
      expect(walked).toEqual(['asset-10000', 'asset-7500', 'asset-5000', 'asset-2500', 'asset-0']);
    });

    test('are counted by origin, after any changes', () => {
      const count = (owner = 'local', now = T0) => store.assets.count(owner, now);
      store.jobs.insert(job('maker'));
      for (const id of ['a', 'b', 'c']) store.assets.insert(asset(id));
      store.assets.insert(asset('made', { jobId: 'maker' }));
      store.assets.insert(asset('made-too', { jobId: 'maker' }));
      expect(count()).toEqual({ uploads: 3, outputs: 2 });
      store.assets.remove('a');
      store.assets.update('b', { expiresAt: T0 + 5 });
      expect(count()).toEqual({ uploads: 2, outputs: 2 });
      expect(count('local', T0 + 5)).toEqual({ uploads: 1, outputs: 2 });
      store.trash.put({ jobId: 'maker', owner: 'local', deletedAt: T0, keepsOutputs: false });
      expect(count()).toEqual({ uploads: 2, outputs: 0 });
      store.trash.restore('maker');
      expect(count()).toEqual({ uploads: 2, outputs: 2 });
      store.trash.releaseOutputs('maker');
      expect(count()).toEqual({ uploads: 4, outputs: 0 });
    });

    test('an output whose content is removed stays with its job, and nothing counts or lists it', async () => {
      store.jobs.insert(job('maker'));
      store.assets.insert(asset('made', { jobId: 'maker', sizeBytes: 7 }));
      store.assets.insert(asset('same', { jobId: 'maker', sizeBytes: 7 }));
      store.jobs.putOutput({ jobId: 'maker', nodeId: '9', name: 'x.png', type: 'image', assetId: 'made' });
      expect(store.assets.countWithBlob('a'.repeat(64))).toBe(2);
      store.assets.removeContent('made');
      store.assets.removeContent('nobody');
      expect(store.assets.countWithBlob('a'.repeat(64))).toBe(1);
      const [output] = store.jobs.outputs(['maker']).get('maker') ?? [];
      expect(output?.asset).toEqual(
        asset('made', { jobId: 'maker', sizeBytes: 7, blob: null, owner: 'removed:local' }),
      );
      expect((await store.assets.list({ owner: 'local', now: T0, limit: 9 })).assets.map(({ id }) => id)).toEqual([
        'same',
      ]);
      const usage = () => {
        const { outputs, trash, removed } = store.trash.usage('local');
        return [outputs.bytes, trash.bytes, removed.bytes];
      };
      expect(usage()).toEqual([7, 0, 7]);
      // It is not deleted and restored as a file, but goes with its job even if the files stay.
      store.trash.put({ jobId: 'maker', owner: 'local', deletedAt: T0, keepsOutputs: false });
      expect(usage()).toEqual([0, 7, 7]);
      store.trash.restore('maker');
      expect(usage()).toEqual([7, 0, 7]);
      store.trash.put({ jobId: 'maker', owner: 'local', deletedAt: T0, keepsOutputs: true });
      store.trash.releaseOutputs('maker');
      store.jobs.remove('maker');
      expect([store.assets.get('made'), store.assets.get('same')?.jobId]).toEqual([null, null]);
    });

    test('outputs are found from the oldest on, in steps', () => {
      store.jobs.insert(job('maker'));
      for (const [id, createdAt] of [
        ['c', 3],
        ['a', 1],
        ['b2', 2],
        ['b1', 2],
        ['d', 4],
      ] as const) {
        store.assets.insert(asset(id, { jobId: 'maker', createdAt: T0 + createdAt }));
      }
      store.assets.insert(asset('upload', { createdAt: T0 }));
      store.assets.insert(asset('foreign', { owner: 'other', jobId: 'maker' }));
      const walked: string[] = [];
      for (let after: OutputCursor | null = null; ;) {
        const found: ListedOutput[] = store.assets.oldestOutputs('local', after, 2);
        walked.push(...found.map((each) => each.asset.id));
        after = found.at(-1)?.cursor ?? null;
        if (found.length < 2) break;
      }
      expect(walked).toEqual(['a', 'b2', 'b1', 'c', 'd']);
    });

    test('bytes are added up by content, and by time', async () => {
      store.assets.insert(asset('a', { sizeBytes: 5 }));
      store.assets.insert(asset('b', { sizeBytes: 5, createdAt: T0 + 1 }));
      store.assets.insert(asset('c', { sizeBytes: 3, createdAt: T0 + 2, blob: 'f'.repeat(64) }));
      store.assets.insert(asset('d', { sizeBytes: 9, createdAt: T0 + 2, blob: '0'.repeat(64), owner: 'other' }));
      store.assets.insert(asset('e', { sizeBytes: 9, createdAt: T0 + 2, blob: null }));
      expect(await store.assets.distinctBytes('local')).toBe(8);
      expect(await store.assets.distinctBytes('nobody')).toBe(0);
      expect(store.assets.bytesCreated('local', T0, T0 + 2)).toBe(10);
      expect(store.assets.bytesCreated('local', T0 + 2, T0 + 3)).toBe(12);
      expect(store.assets.bytesCreated('nobody', T0, T0 + 3)).toBe(0);
    });

    test('expired assets are found; assets without an expiry never', () => {
      store.assets.insert(asset('a', { expiresAt: T0 }));
      store.assets.insert(asset('b', { expiresAt: T0 + 1 }));
      store.assets.insert(asset('c'));
      expect(store.assets.expiredBefore(T0, 10).map(({ id }) => id)).toEqual(['a']);
      expect(store.assets.expiredBefore(T0 + DAY, 1).map(({ id }) => id)).toEqual(['a']);
      expect(store.assets.expiredBefore(T0 + DAY, 10).map(({ id }) => id)).toEqual(['a', 'b']);
    });

    test.each([
      ['queued', true],
      ['running', true],
      ['canceling', true],
      ['succeeded', false],
      ['canceled', false],
      ['failed', false],
      ['expired', false],
    ] as const)('an input of a job that is %s: in use is %s', (status, inUse) => {
      store.assets.insert(asset('a'));
      store.jobs.insert(job('j', { status, assetIds: ['a'] }));
      expect(store.assets.isInUse('a')).toBe(inUse);
    });
  });

  test('noted URLs are known until they are too old, and are renewed when they are noted again', () => {
    store.seen.note(['a', 'b'], T0);
    store.seen.note(['b'], T0 + 1);
    store.seen.removeNotedBefore(T0 + 1);
    expect(['a', 'b', 'c'].map((digest) => store.seen.has(digest))).toEqual([false, true, false]);
  });

  test('sessions are listed by their expiry, and removed individually', () => {
    const session = (id: string, expiresAt: number) => ({ id, proof: `proof of ${id}`, token: 'token', expiresAt });
    for (const [id, expiresAt] of [
      ['late', T0 + 9],
      ['early', T0 + 1],
    ] as const) {
      store.sessions.insert(session(id, expiresAt));
    }
    expect(store.sessions.all()).toEqual([session('early', T0 + 1), session('late', T0 + 9)]);
    store.sessions.remove('early');
    expect(store.sessions.all()).toEqual([session('late', T0 + 9)]);
  });

  describe('curated records', () => {
    const put = (owner: string, id: string, state: string) => store.curated.put(owner, { kind: 'star', id, state });
    const idsSince = (version: number, limit = { count: 10, length: 1000 }) =>
      store.curated.changedSince('local', version, limit).map(({ id }) => id);

    test('are listed in the order of their changes, by owner', () => {
      expect([store.curated.version('local'), store.curated.usedLength('local')]).toEqual([0, 0]);
      put('local', 'a', '1');
      put('local', 'b', '22');
      put('other', 'a', '3');
      put('local', 'a', '4');
      expect([
        store.curated.get('local', 'star', 'a'),
        store.curated.get('other', 'star', 'a'),
        store.curated.get('local', 'star', 'c'),
        store.curated.get('local', 'view', 'a'),
      ]).toEqual(['4', '3', null, null]);
      expect(store.curated.changedSince('local', 0, { count: 10, length: 10 })).toEqual([
        { kind: 'star', id: 'b', state: '22', version: 2 },
        { kind: 'star', id: 'a', state: '4', version: 3 },
      ]);
      expect(idsSince(2)).toEqual(['a']);
      expect(idsSince(3)).toEqual([]);
      expect([store.curated.version('local'), store.curated.usedLength('local')]).toEqual([3, 3]);
      expect([store.curated.version('other'), store.curated.usedLength('other')]).toEqual([1, 1]);
      expect(store.curated.id()).not.toBe('');
      expect(store.curated.id()).toBe(store.curated.id());
    });

    test('are listed up to a number and a length, but never none of them', () => {
      for (const id of ['a', 'b', 'c', 'd']) put('local', id, 'four');
      expect(idsSince(0, { count: 1, length: 100 })).toEqual(['a']);
      expect(idsSince(0, { count: 10, length: 8 })).toEqual(['a', 'b']);
      expect(idsSince(2, { count: 10, length: 1 })).toEqual(['c']);
    });

    test('keep their version if a change is rolled back', () => {
      put('local', 'a', '1');
      const failing = () =>
        store.transaction(() => {
          put('local', 'a', '2');
          throw new Error('no');
        });
      expect(failing).toThrow('no');
      expect([store.curated.get('local', 'star', 'a'), store.curated.version('local')]).toEqual(['1', 1]);
    });
  });

  describe('keys', () => {
    const LIFETIME = DAY;

    test('an idempotency key is claimed once within its lifetime and again after it', () => {
      expect(store.keys.claim('jobs:local', 'k', T0, LIFETIME)).toBe(true);
      expect(store.keys.claim('jobs:local', 'k', T0, LIFETIME)).toBe(false);
      expect(store.keys.claim('jobs:local', 'k', T0 + DAY - 1, LIFETIME)).toBe(false);
      expect(store.keys.claim('jobs:local', 'k', T0 + DAY, LIFETIME)).toBe(true);
      expect(store.keys.claim('jobs:local', 'k', T0 + DAY, LIFETIME)).toBe(false);
    });

    test('scopes separate idempotency keys, and a released key is free', () => {
      store.keys.claim('jobs:local', 'k', T0, LIFETIME);
      expect(store.keys.claim('assets:local', 'k', T0, LIFETIME)).toBe(true);
      store.keys.release('jobs:local', 'k');
      expect(store.keys.claim('jobs:local', 'k', T0, LIFETIME)).toBe(true);
      expect(store.keys.claim('assets:local', 'k', T0, LIFETIME)).toBe(false);
    });

    test('a claim names its asset until its idempotency key is free', () => {
      store.keys.claim('assets:local', 'k', T0, LIFETIME, 'first');
      store.keys.claim('assets:local', 'k', T0 + 1, LIFETIME, 'second');
      store.keys.claim('jobs:local', 'k', T0, LIFETIME);
      expect(store.keys.find('assets:local', 'k', T0 + DAY - 1, LIFETIME)).toEqual({ assetId: 'first' });
      expect(store.keys.find('jobs:local', 'k', T0, LIFETIME)).toEqual({ assetId: null });
      expect(store.keys.find('assets:local', 'k', T0 + DAY, LIFETIME)).toBeNull();
      store.keys.claim('assets:local', 'k', T0 + DAY, LIFETIME, 'third');
      expect(store.keys.find('assets:local', 'k', T0 + DAY, LIFETIME)).toEqual({ assetId: 'third' });
    });

    test('old claims are swept', () => {
      store.keys.claim('s', 'old', T0, LIFETIME);
      store.keys.claim('s', 'new', T0 + 1, LIFETIME);
      store.keys.removeClaimedBefore(T0 + 1);
      expect(store.keys.claim('s', 'old', T0 + 1, LIFETIME)).toBe(true);
      expect(store.keys.claim('s', 'new', T0 + 1, LIFETIME)).toBe(false);
    });
  });

  describe('calls of models', () => {
    const call = (id: string, more: Partial<CallRecord> = {}): CallRecord => ({ ...CALL, id, ...more });

    test('are read as they were written and updated', () => {
      const written = call('a', { charged: false, creditsUsed: '21.1', bucket: 'provider_error', status: 502 });
      store.router.insertCall(written);
      expect(store.router.call('a')).toEqual(written);
      store.router.updateCall('a', { endedAt: T0 + 5, charged: true, bucket: null, status: 200 });
      expect(store.router.call('a')).toEqual({ ...written, endedAt: T0 + 5, charged: true, bucket: null, status: 200 });
      expect(() => store.router.insertCall(call('a'))).toThrow(TAKEN);
      expect(store.router.call('nobody')).toBeNull();
      store.router.updateCall('nobody', { status: 200 });
    });

    test('are counted by account: those in flight, and those started after a timestamp', () => {
      store.router.insertCall(call('a', { startedAt: T0 }));
      store.router.insertCall(call('b', { startedAt: T0 + 5, holdCents: 7 }));
      store.router.insertCall(call('c', { startedAt: T0 + 9, endedAt: T0 + 10 }));
      store.router.insertCall(call('d', { owner: 'other' }));
      expect(store.router.inFlight('local')).toEqual({ calls: 2, cents: 17 });
      expect(store.router.inFlight('nobody')).toEqual({ calls: 0, cents: 0 });
      expect(store.router.startedAfter('local', T0)).toEqual({ calls: 2, oldest: T0 + 5 });
      expect(store.router.startedAfter('local', T0 + 9)).toEqual({ calls: 0, oldest: null });
      expect(store.router.unendedCalls().map(({ id }) => id)).toEqual(expect.arrayContaining(['a', 'b', 'd']));
    });

    test('are removed when they are old, unless they are in flight', () => {
      store.router.insertCall(call('old', { endedAt: T0 }));
      store.router.insertCall(call('new', { endedAt: T0 + 1 }));
      store.router.insertCall(call('running'));
      store.router.removeCallsEndedBefore(T0 + 1);
      expect(['old', 'new', 'running'].map((id) => store.router.call(id)?.id)).toEqual([undefined, 'new', 'running']);
    });
  });

  describe('queued requests', () => {
    const insert = (id: string, more: Partial<NewRequest> = {}, input: StoredBytes = { base64: 'e30=' }) =>
      store.requests.insert(
        { id, owner: 'local', model: 'a/b', createdAt: T0, origin: 'http://localhost', ...more },
        input,
      );
    const responseOf = (text: string) => ({ status: 200, contentType: 'x/y', body: { text }, headers: {} });
    const ids = (requests: readonly { id: string }[]) => requests.map(({ id }) => id);

    test('are read as they were written and updated', () => {
      insert('a');
      const waiting = { id: 'a', owner: 'local', model: 'a/b', createdAt: T0, origin: 'http://localhost' };
      const open = { ...waiting, phase: 'queued', completedAt: null, errorType: null, hasAnswer: false };
      expect(store.requests.get('a')).toEqual(open);
      expect(store.requests.input('a')).toEqual({ base64: 'e30=' });
      expect(() => insert('a')).toThrow(TAKEN);
      store.requests.setPhase('a', 'running');
      expect([ids(store.requests.running()), ids(store.requests.restored())]).toEqual([['a'], []]);
      store.requests.setPhase('a', 'restored');
      expect([ids(store.requests.running()), ids(store.requests.restored())]).toEqual([[], ['a']]);
      store.requests.complete('a', { completedAt: T0 + 5, errorType: 'cancelled', response: responseOf('x') });
      const completed = { phase: 'completed', completedAt: T0 + 5, errorType: 'cancelled', hasAnswer: true };
      expect(store.requests.get('a')).toEqual({ ...open, ...completed });
      expect([store.requests.response('a'), store.requests.input('a')]).toEqual([responseOf('x'), null]);
      expect([store.requests.get('nobody'), store.requests.input('nobody')]).toEqual([null, null]);
    });

    test('are queued in insertion order, separately for each account', () => {
      insert('1', { createdAt: T0 + 9 });
      insert('2');
      insert('other', { owner: 'other' });
      insert('3');
      expect(ids(store.requests.nextQueued())).toEqual(['1', 'other']);
      expect(['1', '2', '3', 'other', 'nobody'].map((id) => store.requests.queuePosition(id))).toEqual([0, 1, 2, 0, 0]);
      expect([store.requests.countQueued('local'), store.requests.countQueued('nobody')]).toEqual([3, 0]);
      store.requests.setPhase('1', 'running');
      expect(ids(store.requests.nextQueued())).toEqual(['2', 'other']);
      expect(store.requests.queuePosition('3')).toBe(1);
      expect(ids(store.requests.queuedBefore(T0 + 1, 2))).toEqual(['2', 'other']);
    });

    test('reference the bytes of their input until they complete, and then those of their response', () => {
      const [input, output] = ['c'.repeat(64), 'd'.repeat(64)];
      insert('a', {}, { blob: input, sizeBytes: 3 });
      expect([...store.assets.referencedBlobs()]).toEqual([input]);
      const response = { ...responseOf(''), body: { blob: output, sizeBytes: 3 } };
      store.requests.complete('a', { completedAt: T0, errorType: null, response });
      expect([input, output].map((blob) => store.assets.isBlobReferenced(blob))).toEqual([false, true]);
      expect(store.requests.deleteResponsesBefore(T0)).toEqual([]);
      expect(store.requests.deleteResponsesBefore(T0 + 1)).toEqual([output]);
      expect(store.assets.isBlobReferenced(output)).toBe(false);
      expect(store.requests.get('a')).toMatchObject({ phase: 'completed', hasAnswer: false });
      insert('open');
      store.requests.removeCompletedBefore(T0 + 1);
      expect(['a', 'open'].map((id) => store.requests.get(id)?.id)).toEqual([undefined, 'open']);
    });
  });

  describe('idempotency keys of model runs', () => {
    const keyed = (key: string, more: Partial<KeyedRun> = {}): KeyedRun => ({
      owner: 'local',
      key,
      method: 'POST',
      target: '/v2/models/a/b?x=1',
      bodyHash: 'ff',
      claimedAt: T0,
      callId: `call of ${key}`,
      state: 'running',
      response: null,
      ...more,
    });
    const blob = 'b'.repeat(64);
    const response = { status: 200, contentType: 'image/png', body: { blob, sizeBytes: 3 }, headers: { 'X-A': 'ü' } };

    test('are read as they were written, and with their response', () => {
      store.router.insertKey(keyed('k'));
      expect(store.router.key('local', 'k')).toEqual(keyed('k'));
      expect(store.router.key('other', 'k')).toBeNull();
      store.router.updateKey('local', 'k', { state: 'answered', response });
      expect(store.router.key('local', 'k')).toEqual(keyed('k', { state: 'answered', response }));
      expect(() => store.router.insertKey(keyed('k'))).toThrow(TAKEN);
      store.router.removeKey('local', 'k');
      expect(store.router.key('local', 'k')).toBeNull();
    });

    test('reference the bytes of their response', () => {
      expect(store.assets.isBlobReferenced(blob)).toBe(false);
      store.router.insertKey(keyed('k', { response }));
      expect(store.assets.isBlobReferenced(blob)).toBe(true);
      expect([...store.assets.referencedBlobs()]).toEqual([blob]);
      store.router.removeKey('local', 'k');
      expect(store.assets.isBlobReferenced(blob)).toBe(false);
    });

    test('that no provider has accepted are found', () => {
      store.router.insertKey(keyed('taken'));
      store.router.insertKey(keyed('begun', { state: 'begun' }));
      expect(store.router.begunKeys()).toEqual([keyed('begun', { state: 'begun' })]);
    });

    test('are found by age, oldest first', () => {
      for (const [key, age] of [
        ['c', 3],
        ['a', 1],
        ['b', 2],
      ] as const)
        store.router.insertKey(keyed(key, { claimedAt: T0 + age }));
      expect(store.router.keysClaimedBefore(T0 + 3, 10).map(({ key }) => key)).toEqual(['a', 'b']);
      expect(store.router.keysClaimedBefore(T0 + 9, 1).map(({ key }) => key)).toEqual(['a']);
    });

    test('are unchanged after a failed transaction', () => {
      const fail = () =>
        store.transaction(() => {
          store.router.insertKey(keyed('k'));
          store.router.insertCall({ ...CALL, id: 'a' });
          throw new Error('on purpose');
        });
      expect(fail).toThrow('on purpose');
      expect([store.router.key('local', 'k'), store.router.call('a')]).toEqual([null, null]);
    });
  });

  test('a log is replaced as a whole and belongs to a job', () => {
    store.jobs.insert(job('a'));
    expect(store.logs.get('a')).toBeNull();
    store.logs.put('a', { text: 'one', truncated: false, capturedAt: T0, complete: false });
    const last = { text: 'two\u001b[31m', truncated: true, capturedAt: T0 + 1, complete: true };
    store.logs.put('a', last);
    expect(store.logs.get('a')).toEqual(last);
    expect(() => store.logs.put('nobody', last)).toThrow(MISSING);
  });

  describe('the queue of the webhook', () => {
    const event = (id: string, nextAt: number, createdAt = T0) => ({ id, event: '{}', createdAt, attempts: 0, nextAt });

    test('returns what is due, first what was due first', () => {
      store.webhook.put(event('late', T0 + 20));
      store.webhook.put(event('early', T0 + 10));
      store.webhook.put({ ...event('early', T0), event: 'another' });
      expect([store.webhook.nextAt(), store.webhook.due(T0), store.webhook.count()]).toEqual([T0 + 10, null, 2]);
      expect(store.webhook.due(T0 + 20)).toEqual(event('early', T0 + 10));
      store.webhook.postpone('early', 1, T0 + 30);
      expect(store.webhook.due(T0 + 30)?.id).toBe('late');
      store.webhook.hasten(T0);
      expect(store.webhook.due(T0)?.id).toBe('late');
      store.webhook.remove('late');
      expect(store.webhook.due(T0)).toEqual({ ...event('early', T0), attempts: 1 });
      store.webhook.removeAll();
      expect([store.webhook.nextAt(), store.webhook.count()]).toEqual([null, 0]);
    });

    test('drops old events, and the first of too many', () => {
      for (const [index, id] of ['a', 'b', 'c', 'd'].entries()) store.webhook.put(event(id, T0, T0 + index));
      expect(store.webhook.prune(T0, 4)).toBe(0);
      expect(store.webhook.prune(T0 + 1, 2)).toBe(2);
      expect([store.webhook.due(T0)?.id, store.webhook.count()]).toEqual(['c', 2]);
    });

    test('keeps states, and undoes all with the transaction', () => {
      store.webhook.setState('settings', '{}');
      expect(() =>
        store.transaction(() => {
          store.webhook.put(event('a', T0));
          store.webhook.setState('settings', null);
          throw new Error('no');
        }),
      ).toThrow('no');
      expect([store.webhook.state('settings'), store.webhook.count()]).toEqual(['{}', 0]);
    });
  });

  describe('transactions', () => {
    test('an exception rolls everything back and is rethrown', () => {
      store.jobs.insert(job('kept', { status: 'running' }));
      store.assets.insert(asset('x', { jobId: 'kept' }));
      store.jobs.putOutput({ jobId: 'kept', nodeId: '1', name: 'n', type: 'image', assetId: 'x' });
      const cause = new Error('no');
      expect(() =>
        store.transaction(() => {
          store.keys.claim('s', 'k', T0, DAY);
          store.jobs.insert(job('new'));
          store.jobs.update('kept', { status: 'failed' });
          store.logs.put('kept', { text: '', truncated: false, capturedAt: T0, complete: true });
          store.jobs.remove('kept');
          store.assets.insert(asset('y'));
          throw cause;
        }),
      ).toThrow(cause);
      expect(store.jobs.get('new')).toBeNull();
      expect(store.jobs.get('kept')?.status).toBe('running');
      expect(store.logs.get('kept')).toBeNull();
      expect(store.assets.get('y')).toBeNull();
      expect(store.jobs.outputs(['kept']).get('kept')).toHaveLength(1);
      expect(store.keys.claim('s', 'k', T0, DAY)).toBe(true);
    });

    test('a nested one rolls back alone when its exception is caught, and otherwise with the outer one', () => {
      const value = store.transaction(() => {
        store.jobs.insert(job('outer'));
        expect(() =>
          store.transaction(() => {
            store.jobs.insert(job('inner'));
            throw new Error('no');
          }),
        ).toThrow('no');
        store.transaction(() => store.jobs.insert(job('second')));
        return 'done';
      });
      expect(value).toBe('done');
      expect(store.jobs.list({ owner: 'local', limit: 9 }).jobs.map(({ id }) => id)).toEqual(['second', 'outer']);
      expect(() =>
        store.transaction(() => {
          store.transaction(() => store.jobs.insert(job('third')));
          throw new Error('no');
        }),
      ).toThrow('no');
      expect(store.jobs.get('third')).toBeNull();
    });

    test('a failed statement does not affect the next transaction', () => {
      store.jobs.insert(job('a'));
      expect(() => store.transaction(() => store.jobs.insert(job('a')))).toThrow(TAKEN);
      store.transaction(() => store.jobs.insert(job('b')));
      expect(store.jobs.get('b')).not.toBeNull();
    });
  });
});
