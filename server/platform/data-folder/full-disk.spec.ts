import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { text } from '@contract/conformance/harness/scripted-graphs';
import type { Asset, Job } from '@contract/jobs/schemas';
import { createApp, type App } from '../../app';
import { uploadForm } from '../../assets/testing/upload-form';
import { silentLogger } from '../../log';
import type * as SqliteDriverModule from '../../storage/sqlite-driver';
import { StoreUnusable } from '../../storage/store-errors';
import { newJob } from '../../storage/testing/new-job';
import { createMemoryDeps, type MemoryDeps } from '../../testing/memory-deps';
import { VirtualClock } from '../../testing/virtual-clock';
import { openDataFolder, type DataFolder } from './data-folder';
import { DiskSpace } from './disk-space';
import { openStorage, type Storage } from './open-storage';
import { onDisk, SmallDisk } from './testing/small-disk';
import { watchStorage } from './watch-storage';

const ORIGIN = 'http://127.0.0.1:8189';
const FULL = /^The disk is full\. Nothing/;

const current = vi.hoisted(() => ({ disk: null as SmallDisk | null }));

vi.mock('../../storage/sqlite-driver', async (importOriginal) => {
  const driver = await importOriginal<typeof SqliteDriverModule>();
  const openConnection: typeof driver.openConnection = (...from) =>
    onDisk(driver.openConnection(...from), () => current.disk);
  return { ...driver, openConnection };
});

let folder = '';
let disk: SmallDisk;
let clock: VirtualClock;
let gateway: Gateway;

interface Gateway {
  app: App;
  deps: MemoryDeps;
  data: DataFolder;
  storage: Storage;
  space: DiskSpace;
  close: () => Promise<void>;
}

/** Everything but the engine as in the product. */
async function start(): Promise<Gateway> {
  const data = openDataFolder(folder);
  try {
    const space = new DiskSpace(folder, disk);
    const options = { recover: false, log: silentLogger, clock, newId: randomUUID, disk: space };
    const storage = await openStorage(data, options);
    const watch = watchStorage(data, { store: storage.store, disk: space, clock, log: silentLogger });
    const deps = await createMemoryDeps(
      { ...storage, storageProblem: () => watch.problem(), isDiskFull: () => space.isFull },
      clock,
    );
    const app = createApp(deps);
    await app.start();
    const close = async () => {
      watch.close();
      await app.close();
      data.release();
    };
    return { app, deps, data, storage, space, close };
  } catch (error) {
    data.release();
    throw error;
  }
}

async function restart(): Promise<void> {
  await gateway.close();
  gateway = await start();
}

beforeEach(async () => {
  folder = path.join(mkdtempSync(path.join(tmpdir(), 'flowdeck-full-')), 'data');
  disk = new SmallDisk(folder);
  current.disk = disk;
  clock = new VirtualClock(Date.now());
  gateway = await start();
});
afterEach(async () => {
  disk.others = 0;
  await gateway.close();
  current.disk = null;
  rmSync(path.dirname(folder), { recursive: true });
});

const fetch = (where: string, init?: RequestInit) => gateway.app.fetch(new Request(new URL(where, ORIGIN), init));
const get = async <Body>(where: string) => (await (await fetch(where)).json()) as Body;
const post = (where: string, body: object = {}, headers: Record<string, string> = {}) =>
  fetch(where, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const submit = (words: string, headers = {}) => post('/api/v2/jobs', { workflow: { 1: text(words) } }, headers);
const upload = (file: string) => fetch('/api/v2/assets', { method: 'POST', body: uploadForm({ file }) });
const health = () => get<{ status: string; problem?: string }>('/api/v2/health');
const jobs = async () => (await get<{ jobs: Job[] }>('/api/v2/jobs')).jobs;
const reserve = () => statSync(path.join(folder, 'reserve'), { throwIfNoEntry: false })?.size ?? 0;

async function finishedJob(words: string): Promise<Job> {
  const { id } = (await (await submit(words)).json()) as Job;
  await until(id, 'succeeded');
  return await get<Job>(`/api/v2/jobs/${id}`);
}

/** Files are written in real time. */
async function until(id: string, status: Job['status']): Promise<void> {
  await vi.waitFor(async () => {
    await clock.advance(1000);
    expect(await get(`/api/v2/jobs/${id}`)).toMatchObject({ status });
  }, 10_000);
}

/** Long enough for the reserve to be filled. */
const settle = () => clock.advance(60_000);

async function fillDisk(): Promise<void> {
  await settle();
  disk.fill();
}

describe('on a full disk', () => {
  it.each([
    ['a submission', () => submit('a'), 500],
    ['an upload', () => upload('bytes'), 500],
    ['a result to fetch', () => post('/console/fetch-result', { url: 'https://example.com/a.png' }), 500],
    ['a model call', () => post('/v2/models/scripted/echo', {}), 503],
    ['a queued model call', () => post('/v2/models/scripted/echo/requests', {}), 503],
  ])('%s is rejected with the reason, and nothing is stored', async (_, send, status) => {
    await fillDisk();
    const response = await send();
    const body = (await response.json()) as { error?: { message: string }; detail?: string };
    expect(body.error?.message ?? body.detail).toMatch(FULL);
    expect(response.status).toBe(status);
    expect(await jobs()).toEqual([]);
  });

  it('health and status give the reason as long as it lasts', async () => {
    await fillDisk();
    expect(await health()).toEqual({ status: 'degraded', problem: expect.stringMatching(FULL) });
    expect(await get('/console/status')).toMatchObject({ storage: { problem: expect.stringMatching(FULL) } });
    await settle();
    expect(await health()).toMatchObject({ status: 'degraded' });
    disk.others = 0;
    await settle();
    expect(await health()).toEqual({ status: 'healthy' });
    expect((await submit('a')).status).toBe(201);
  });

  it('a submission can be repeated with its key once there is space', async () => {
    await fillDisk();
    const key = { 'idempotency-key': 'once' };
    expect((await submit('a', key)).status).toBe(500);
    disk.others = 0;
    await settle();
    expect((await submit('a', key)).status).toBe(201);
    expect(await jobs()).toHaveLength(1);
  });

  it('jobs and files are deleted, which takes space from the reserve', async () => {
    const job = await finishedJob('output');
    const asset = (await (await upload('input')).json()) as Asset;
    await fillDisk();
    const before = reserve();
    expect((await fetch(`/api/v2/assets/${asset.id}`, { method: 'DELETE' })).status).toBe(204);
    expect(await (await post('/console/jobs/delete', { ids: [job.id] })).json()).toMatchObject({ deleted: [job.id] });
    expect(reserve()).toBeLessThan(before);
    expect(await (await post('/console/storage/empty-trash')).json()).toMatchObject({
      trash: { files: 0 },
      deleted_jobs: [],
    });
    const left: string[] = [];
    for await (const hash of gateway.storage.blobs.list()) left.push(hash);
    expect(left).toEqual([]);
    expect((await submit('b')).status).toBe(500);
  });

  it('queued jobs wait with the reason, instead of failing one after another', async () => {
    await settle();
    gateway.deps.engine.health = () => ({ isReady: false, label: 'Engine' });
    const { id } = (await (await submit('a')).json()) as Job;
    await clock.advance(10);
    disk.fill();
    gateway.deps.engine.health = () => ({ isReady: true, label: 'Engine' });
    await settle();
    expect(await jobs()).toMatchObject([{ status: 'queued', progress: { message: 'The disk is full' } }]);
    disk.others = 0;
    await until(id, 'succeeded');
  });

  it('a write that finds it full is stored with the help of the reserve', async () => {
    await settle();
    const { store } = gateway.storage;
    disk.fill();
    store.transaction(() => store.jobs.insert(newJob('last')));
    expect(store.jobs.get('last')).not.toBeNull();
    expect(gateway.space.isFull).toBe(true);
  });

  it('writes are rejected with the reason when the reserve is used up too', async () => {
    await settle();
    const { store } = gateway.storage;
    disk.fill();
    while (reserve() > 0) {
      gateway.space.makeRoom();
      disk.fill();
    }
    expect(() => store.transaction(() => store.jobs.insert(newJob('last')))).toThrow(StoreUnusable);
    expect(() => store.keys.claim('scope', 'key', 0, 1)).toThrow(FULL);
    expect(store.jobs.get('last')).toBeNull();
  });
});

describe('a start on a full disk', () => {
  it('shows everything, says why nothing is stored, and deletes', async () => {
    const job = await finishedJob('output');
    const waiting = await finishedJob('other');
    await fillDisk();
    await restart();
    disk.fill();
    expect(await health()).toMatchObject({ status: 'degraded', problem: expect.stringMatching(FULL) });
    expect((await jobs()).map(({ id }) => id)).toEqual([waiting.id, job.id]);
    const [output] = job.outputs;
    expect(await (await fetch(`/api/v2/assets/${output?.id}/content`)).text()).toBe('output');
    expect((await submit('a')).status).toBe(500);
    expect((await post('/console/jobs/delete', { ids: [job.id] })).status).toBe(200);
    expect(await jobs()).toHaveLength(1);
    disk.others = 0;
    await settle();
    expect((await submit('a')).status).toBe(201);
  });

  it('needs no reserve, if the database can be opened', async () => {
    await finishedJob('output');
    await fillDisk();
    rmSync(path.join(folder, 'reserve'));
    await gateway.close();
    disk.fill();
    gateway = await start();
    expect(await jobs()).toHaveLength(1);
    expect(await health()).toMatchObject({ status: 'degraded' });
  });
});
