import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../storage/memory/memory-store';
import { MemoryBlobs } from '../storage/memory/memory-blobs';
import type { Logger } from '../log';
import type { AssetRecord } from '../storage/store';
import { newJob } from '../storage/testing/new-job';
import { VirtualClock } from '../testing/virtual-clock';
import { AssetSweep, sweepExpiredAssets } from './sweep';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

function setUp() {
  const failures: string[] = [];
  const log: Logger = { info: () => {}, warn: () => {}, error: (_, message) => failures.push(message) };
  return { clock: new VirtualClock(0), store: createMemoryStore(), blobs: new MemoryBlobs(), log, failures };
}

async function* once(text: string): AsyncIterable<Uint8Array> {
  yield new TextEncoder().encode(text);
}

async function trash({ blobs }: ReturnType<typeof setUp>): Promise<string[]> {
  const found: string[] = [];
  for await (const { hash } of blobs.discarded()) found.push(hash);
  return found;
}

async function addAsset(
  deps: ReturnType<typeof setUp>,
  id: string,
  text: string,
  more: Partial<AssetRecord> = {},
): Promise<string> {
  const { hash, size } = await deps.blobs.put(once(text));
  deps.store.assets.insert({
    id,
    owner: 'local',
    blob: hash,
    sizeBytes: size,
    contentType: 'text/plain',
    filePath: id,
    createdAt: 0,
    expiresAt: null,
    jobId: null,
    tags: [],
    ...more,
  });
  return hash;
}

const jobReading = (assetId: string) => newJob('job', { expiresAt: 1e9, assetIds: [assetId] });

describe('the asset sweep', () => {
  it('removes the bytes with their last record, soon after the deadline', async () => {
    const deps = setUp();
    const lone = await addAsset(deps, 'a', 'lone', { expiresAt: 10 * MINUTE });
    const shared = await addAsset(deps, 'b', 'shared', { expiresAt: 10 * MINUTE });
    await addAsset(deps, 'c', 'shared');
    const sweep = new AssetSweep(deps);
    await deps.clock.advance(9 * MINUTE);
    expect(deps.store.assets.get('a')).not.toBeNull();
    expect(await deps.blobs.has(lone)).toBe(true);
    await deps.clock.advance(6 * MINUTE);
    expect(deps.store.assets.get('a')).toBeNull();
    expect(deps.store.assets.get('b')).toBeNull();
    expect(deps.store.assets.get('c')).not.toBeNull();
    expect(await deps.blobs.has(lone)).toBe(false);
    expect(await deps.blobs.has(shared)).toBe(true);
    await sweep.close();
    expect(deps.clock.pending).toBe(0);
  });

  it('skips outputs of jobs, and inputs of unfinished jobs', async () => {
    const deps = setUp();
    await addAsset(deps, 'read', 'read', { expiresAt: MINUTE });
    await addAsset(deps, 'output', 'output', { expiresAt: MINUTE, jobId: 'other' });
    deps.store.jobs.insert(jobReading('read'));
    await deps.clock.advance(2 * MINUTE);
    await sweepExpiredAssets(deps);
    expect(deps.store.assets.get('read')).not.toBeNull();
    expect(deps.store.assets.get('output')).not.toBeNull();
    deps.store.jobs.update('job', { status: 'succeeded' });
    await sweepExpiredAssets(deps);
    expect(deps.store.assets.get('read')).toBeNull();
    expect(deps.store.assets.get('output')).not.toBeNull();
  });

  it('continues past many assets that must stay', async () => {
    const deps = setUp();
    for (let i = 0; i < 250; i++) await addAsset(deps, `kept-${i}`, 'kept', { expiresAt: 1, jobId: 'other' });
    for (let i = 0; i < 250; i++) await addAsset(deps, `due-${i}`, 'due', { expiresAt: 2 });
    await deps.clock.advance(MINUTE);
    await sweepExpiredAssets(deps);
    expect(deps.store.assets.expiredBefore(MINUTE, 1000)).toHaveLength(250);
  });

  it('moves files that a killed process left without a record to the trash, and deletes them after seven days', async () => {
    const deps = setUp();
    const kept = await addAsset(deps, 'a', 'recorded');
    const { hash: orphan } = await deps.blobs.put(once('never recorded'));
    const sweep = new AssetSweep(deps);
    await deps.clock.advance(0);
    expect(await deps.blobs.has(orphan)).toBe(false);
    expect(await deps.blobs.has(kept)).toBe(true);
    await deps.clock.advance(6 * DAY);
    expect(await trash(deps)).toEqual([orphan]);
    await deps.clock.advance(DAY + 6 * MINUTE);
    expect(await trash(deps)).toEqual([]);
    expect(await deps.blobs.has(kept)).toBe(true);
    await sweep.close();
  });

  it('deletes nothing at startup, however long it was in the trash', async () => {
    const deps = setUp();
    const { hash } = await deps.blobs.put(once('never recorded'));
    await deps.blobs.discard(hash, 0);
    await deps.clock.advance(30 * DAY);
    const sweep = new AssetSweep(deps);
    await deps.clock.advance(MINUTE);
    expect(await trash(deps)).toEqual([hash]);
    await sweep.close();
  });

  it('restores bytes that have a record again', async () => {
    const deps = setUp();
    const hash = await addAsset(deps, 'a', 'recorded');
    await deps.blobs.discard(hash, 0);
    const sweep = new AssetSweep(deps);
    await deps.clock.advance(0);
    expect(await deps.blobs.has(hash)).toBe(true);
    await sweep.close();
  });

  it('moves nothing under an older database', async () => {
    const deps = { ...setUp(), unlistedFiles: { found: { files: 1, bytes: 1 }, settle: () => {} } };
    const { hash } = await deps.blobs.put(once('of a newer database'));
    const discarded = await deps.blobs.put(once('discarded before'));
    await deps.blobs.discard(discarded.hash, 0);
    const sweep = new AssetSweep(deps);
    await deps.clock.advance(8 * DAY);
    expect(await deps.blobs.has(hash)).toBe(true);
    expect(await trash(deps)).toEqual([discarded.hash]);
    await sweep.close();
  });

  it('recovers from a failure in the next sweep', async () => {
    const deps = setUp();
    const hash = await addAsset(deps, 'a', 'stubborn', { expiresAt: MINUTE });
    const { remove } = deps.blobs;
    deps.blobs.remove = () => Promise.reject(new Error('EIO'));
    const sweep = new AssetSweep(deps);
    await deps.clock.advance(6 * MINUTE);
    expect(deps.store.assets.get('a')).toBeNull();
    expect(await deps.blobs.has(hash)).toBe(true);
    expect(deps.failures).toEqual(['The sweep of assets failed and will be tried again']);
    deps.blobs.remove = remove;
    await deps.clock.advance(6 * MINUTE);
    expect(await deps.blobs.has(hash)).toBe(false);
    await sweep.close();
  });
});
