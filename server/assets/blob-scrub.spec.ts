import { expect, it } from 'vitest';
import { silentLogger } from '../log';
import type { Blobs } from '../storage/blobs';
import { MemoryBlobs } from '../storage/memory/memory-blobs';
import { createMemoryStore } from '../storage/memory/memory-store';
import { newJob } from '../storage/testing/new-job';
import { VirtualClock } from '../testing/virtual-clock';
import { BlobScrub } from './blob-scrub';

const MINUTE = 60_000;

async function* once(text: string): AsyncIterable<Uint8Array> {
  yield new TextEncoder().encode(text);
}

async function setUp() {
  const verified: string[] = [];
  const blobs: Blobs = new MemoryBlobs();
  const hashes = [(await blobs.put(once('one'))).hash, (await blobs.put(once('two'))).hash];
  blobs.verify = async (hash, pace) => {
    verified.push(hash);
    await pace?.();
    return 'intact';
  };
  const deps = { blobs, store: createMemoryStore(), clock: new VirtualClock(0), log: silentLogger };
  return { deps, verified, hashes };
}

it('every stored file is checked once per day, but not in the first minutes', async () => {
  const { deps, verified, hashes } = await setUp();
  const scrub = new BlobScrub(deps);
  await deps.clock.advance(9 * MINUTE);
  expect(verified).toEqual([]);
  await deps.clock.advance(2 * MINUTE);
  expect(verified).toEqual(hashes);
  await deps.clock.advance(24 * 60 * MINUTE);
  expect(verified).toEqual([...hashes, ...hashes]);
  await scrub.close();
  expect(deps.clock.pending).toBe(0);
});

it('the check waits while a job runs', async () => {
  const { deps, verified } = await setUp();
  deps.store.jobs.insert(newJob('job', { status: 'running' }));
  const scrub = new BlobScrub(deps);
  await deps.clock.advance(60 * MINUTE);
  expect(verified).toEqual([]);
  deps.store.jobs.update('job', { status: 'succeeded' });
  await deps.clock.advance(2 * MINUTE);
  expect(verified).toHaveLength(2);
  await scrub.close();
});

it('the check stops in the middle of a file when the gateway stops', async () => {
  const { deps, verified } = await setUp();
  const scrub = new BlobScrub(deps);
  await deps.clock.advance(10 * MINUTE);
  expect(verified).toHaveLength(1);
  await scrub.close();
  expect(verified).toHaveLength(1);
});
