import { describe, expect, it } from 'vitest';
import type { Store } from '../../storage/store';
import { JobHost } from '../testing/job-host';

const node = (class_type: string, inputs: Record<string, unknown> = {}) => ({ class_type, inputs });
const output = (name: string, bytes = 10, after?: string) =>
  node('ScriptOutput', {
    type: 'file',
    name,
    bytes,
    seed: bytes,
    named: true,
    ...(after === undefined ? {} : { after: [after, 0] }),
  });
const QUICK = { 1: output('quick.bin') };

/** Counts transactions, and can make them fail. */
function counting(store: Store, count: { transactions: number; isFull: boolean }): Store {
  return {
    ...store,
    transaction: (work) => {
      count.transactions += 1;
      if (count.isFull) throw new Error('SQLITE_FULL');
      return store.transaction(work);
    },
  };
}

/** Counts how often whole jobs, and all outputs of jobs, are read. */
function countingReads(store: Store, count: { reads: number }): Store {
  const jobs = new Proxy(store.jobs, {
    get(target, name) {
      const property: unknown = Reflect.get(target, name);
      if (typeof property !== 'function') return property;
      if (name === 'get' || name === 'outputs') count.reads += 1;
      return property.bind(target) as unknown;
    },
  });
  return { ...store, jobs };
}

/** Counts transactions by whether they wait for the disk. */
function countingSyncs(store: Store, count: { quick: number; synced: number }): Store {
  return {
    ...store,
    transaction: (work, how) => {
      count[how?.quick ? 'quick' : 'synced'] += 1;
      return store.transaction(work, how);
    },
  };
}

async function allBlobs(host: JobHost): Promise<string[]> {
  const hashes: string[] = [];
  for await (const hash of host.deps.blobs.list()) hashes.push(hash);
  return hashes;
}

describe('the cost of a run', () => {
  it('stores progress about once per second, not once per step', async () => {
    const count = { transactions: 0, isFull: false };
    const host = await JobHost.start({ wrapStore: (store) => counting(store, count) });
    const graph = Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [
        `n${index}`,
        node('ScriptSteps', {
          steps: 50,
          ms: 10,
          preview: true,
          ...(index > 0 ? { after: [`n${index - 1}`, 0] } : {}),
        }),
      ]),
    );
    const job = await host.submit(graph);
    await host.clock.advance(100);
    count.transactions = 0;
    await host.clock.advance(9000);
    // Twenty nodes of half a second: a progress and a log could each be stored nine times.
    expect(count.transactions).toBeGreaterThan(4);
    expect(count.transactions).toBeLessThanOrEqual(20);
    await host.clock.advance(3000);
    expect((await host.job(job.id)).status).toBe('succeeded');
  });

  it('does not read the job or its other outputs again for each output', async () => {
    const count = { reads: 0 };
    const host = await JobHost.start({ wrapStore: (store) => countingReads(store, count) });
    const graph = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`n${n}`, output(`${n}.bin`, n + 1)]));
    const job = await host.submit(graph);
    count.reads = 0;
    await host.clock.advance(1000);
    expect(count.reads).toBeGreaterThan(0);
    expect(count.reads).toBeLessThan(20);
    expect((await host.job(job.id)).outputs).toHaveLength(60);
  });

  it('syncs to disk at the end of a job, not at each output', async () => {
    const count = { quick: 0, synced: 0 };
    const host = await JobHost.start({ wrapStore: (store) => countingSyncs(store, count) });
    await host.submit(Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`n${n}`, output(`${n}.bin`, n + 1)])));
    count.synced = 0;
    await host.clock.advance(1000);
    expect(count.quick).toBe(60);
    expect(count.synced).toBeGreaterThan(0);
    expect(count.synced).toBeLessThan(10);
  });

  it('syncs to disk before an output of an earlier run may be removed', async () => {
    const count = { quick: 0, synced: 0 };
    const host = await JobHost.start({ wrapStore: (store) => countingSyncs(store, count) });
    const job = await host.submit({ 1: output('a.bin'), 2: node('ScriptHang', { after: ['1', 0] }) });
    await host.clock.advance(1000);
    expect((await host.job(job.id)).outputs).toHaveLength(1);
    expect(count.quick).toBe(1);
    await host.kill();
    await host.clock.advance(1000);
    expect(host.engine.requests).toHaveLength(1);
    expect((await host.job(job.id)).outputs).toHaveLength(1);
    expect(count.quick).toBe(1);
  });

  it('sends at most two previews per second, always the newest', async () => {
    const host = await JobHost.start();
    const job = await host.submit({ 1: node('ScriptSteps', { steps: 300, ms: 10, preview: true }) });
    const events = await host.follow(job.id);
    await host.clock.advance(2000);
    const previews = events.named('preview');
    expect(previews.length).toBeGreaterThanOrEqual(3);
    expect(previews.length).toBeLessThanOrEqual(5);
    expect(new Set(previews.map(({ data_base64 }) => data_base64)).size).toBe(previews.length);
    expect(events.named('progress').length).toBeLessThanOrEqual(12);
    await events.leave();
  });

  it('reports each new position to the stream of a queued job', async () => {
    const host = await JobHost.start();
    const hanging = await host.submit({ 1: node('ScriptHang') });
    const ids: string[] = [];
    for (let count = 0; count < 10; count += 1) ids.push((await host.submit(QUICK)).id);
    const events = await host.follow(ids[9] ?? '');
    await host.cancel(ids[3] ?? '');
    await host.cancel(hanging.id);
    while (!events.isClosed) await host.clock.advance(100);
    const positions = events.named('status').map(({ status, queue_position }) => queue_position ?? status);
    expect(positions.join(' ')).toBe('10 9 8 7 6 5 4 3 2 1 running succeeded');
  });
});

describe('a full disk', () => {
  it('fails the job whose output does not fit, and the next job runs', async () => {
    const host = await JobHost.start();
    const { blobs } = host.deps;
    const put = blobs.put.bind(blobs);
    blobs.put = async (source, options) => {
      for await (const chunk of source) if (chunk.byteLength > 1000) throw new Error('ENOSPC: no space left on device');
      return put(source, options);
    };
    const big = await host.submit({ 1: output('big.bin', 5000), 2: node('ScriptHang', { after: ['1', 0] }) });
    await host.clock.advance(1000);
    const failed = await host.job(big.id);
    expect(failed).toMatchObject({ status: 'failed', outputs: [], error: { code: 'output_not_stored', node_id: '1' } });
    expect(failed.error?.message).toContain('big.bin could not be stored');
    expect(JSON.stringify(failed)).not.toContain('ENOSPC');
    blobs.put = put;
    const next = await host.submit(QUICK);
    await host.clock.advance(100);
    expect((await host.job(next.id)).status).toBe('succeeded');
  });

  it('leaves no bytes if only the record of an output fails', async () => {
    const count = { transactions: 0, isFull: false };
    const host = await JobHost.start({ wrapStore: (store) => counting(store, count) });
    const job = await host.submit({
      1: node('ScriptSteps', { steps: 1, ms: 500, preview: false }),
      2: output('a.bin', 77, '1'),
    });
    await host.clock.advance(100);
    count.isFull = true;
    await host.clock.advance(1000);
    expect((await host.job(job.id)).status).toBe('running');
    count.isFull = false;
    await host.clock.advance(6000);
    expect(await host.job(job.id)).toMatchObject({ status: 'failed', error: { code: 'output_not_stored' } });
    expect(await allBlobs(host)).toEqual([]);
  });

  it('delays the end of a job until it can be stored, and the start of the next', async () => {
    const count = { transactions: 0, isFull: false };
    const host = await JobHost.start({ wrapStore: (store) => counting(store, count) });
    const job = await host.submit({ 1: node('ScriptSteps', { steps: 1, ms: 500, preview: false }) });
    const next = await host.submit(QUICK);
    await host.clock.advance(100);
    const events = await host.follow(job.id);
    count.isFull = true;
    await host.clock.advance(20_000);
    expect((await host.job(job.id)).status).toBe('running');
    expect((await host.job(next.id)).status).toBe('queued');
    expect(events.statuses).toEqual(['running']);
    count.isFull = false;
    await host.clock.advance(6000);
    expect((await host.job(job.id)).status).toBe('succeeded');
    expect(events.statuses).toEqual(['running', 'succeeded']);
    expect((await host.job(next.id)).status).toBe('succeeded');
    const { text } = (await (await host.fetch(job.urls.logs ?? '')).json()) as { text: string };
    expect(text.split('The run ended')).toHaveLength(2);
  });

  it('pauses retention without polling the store', async () => {
    const count = { transactions: 0, isFull: false };
    const host = await JobHost.start({
      wrapStore: (store) => counting(store, count),
      settings: { retentionMs: 10_000 },
    });
    const job = await host.submit({ 1: node('ScriptHang') });
    await host.clock.advance(9000);
    count.isFull = true;
    count.transactions = 0;
    await host.clock.advance(30_000);
    expect(count.transactions).toBeLessThan(30);
    count.isFull = false;
    await host.clock.advance(6000);
    expect((await host.job(job.id)).status).toBe('expired');
  });
});

describe('retention', () => {
  it('removes bytes with their last record', async () => {
    const host = await JobHost.start({ settings: { retentionMs: 60_000 } });
    const first = await host.submit({ 1: output('a.bin', 5), 2: output('b.bin', 6) });
    await host.clock.advance(40_000);
    const second = await host.submit({ 1: output('a.bin', 5) });
    await host.clock.advance(100);
    expect(await allBlobs(host)).toHaveLength(2);
    await host.clock.advance(3600 * 1000 + 30_000);
    expect((await host.fetch(first.urls.self)).status).toBe(404);
    // The sweep runs at least once per hour.
    await host.clock.advance(3600 * 1000);
    expect((await host.fetch(second.urls.self)).status).toBe(404);
    await host.clock.advance(3600 * 1000);
    expect(await allBlobs(host)).toEqual([]);
    expect(host.deps.store.jobs.expiredBefore(Infinity, 10)).toEqual([]);
  });

  it('retains inputs of waiting jobs', async () => {
    const host = await JobHost.start({ settings: { retentionMs: 60_000 } });
    const first = await host.submit({
      1: node('ScriptOutput', { type: 'image', name: 'a.png', bytes: 0, seed: 1, named: true }),
    });
    await host.clock.advance(50_000);
    const [image] = (await host.job(first.id)).outputs;
    host.engine.hold();
    const reader = await host.submit({
      load: node('LoadImage', { image: { __type: 'core/ASSET', info: { id: image?.id } } }),
      save: node('SaveImage', { images: ['load', 0], filename_prefix: 'x' }),
    });
    await host.clock.advance(20_000);
    host.engine.release();
    await host.clock.advance(100);
    expect(await host.job(reader.id)).toMatchObject({ status: 'succeeded', outputs: [{ hash: image?.hash }] });
  });

  it('discards outputs that an engine delivers after the end', async () => {
    const host = await JobHost.start({ settings: { retentionMs: 10_000 } });
    const job = await host.submit({ 1: node('ScriptStubborn', { ms: 20_000, outcome: 'succeeded' }) });
    await host.clock.advance(10_500);
    const expired = await host.job(job.id);
    expect(expired.status).toBe('expired');
    const next = await host.submit(QUICK);
    await host.clock.advance(1000);
    // The engine is still working on the canceled job, so its slot is not free.
    expect((await host.job(next.id)).status).toBe('queued');
    await host.clock.advance(9000);
    expect(await host.job(job.id)).toEqual(expired);
    expect((await host.job(next.id)).status).toBe('succeeded');
  });
});

describe('thirty concurrent jobs', () => {
  it('run up to the limit of the engine', async () => {
    const host = await JobHost.start({ parallel: 30 });
    for (let count = 0; count < 40; count += 1) {
      await host.submit({ 1: node('ScriptSteps', { steps: 1, ms: 1000, preview: false }) });
    }
    await host.clock.advance(10);
    expect((await host.list('?limit=100&status=running')).jobs).toHaveLength(30);
    expect((await host.list('?limit=100&status=queued')).jobs).toHaveLength(10);
    await host.clock.advance(5000);
    expect((await host.list('?limit=100&status=succeeded')).jobs).toHaveLength(40);
  });
});
