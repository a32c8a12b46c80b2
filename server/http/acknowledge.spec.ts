import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EventLog } from '@contract/conformance/harness/event-log';
import { steps, text } from '@contract/conformance/harness/scripted-graphs';
import type { Asset, Job, JobPage } from '@contract/jobs/schemas';
import { createApp, type App } from '../app';
import { uploadForm } from '../assets/testing/upload-form';
import type { ModelCall, RouterModel } from '../router/model-source';
import { openSqliteStore, type SqliteStore } from '../storage/sqlite/sqlite-store';
import { newJob } from '../storage/testing/new-job';
import { createMemoryDeps, type MemoryDeps, type MemoryDepsOptions } from '../testing/memory-deps';

const ORIGIN = 'http://127.0.0.1:8189';

/** A database disk with syncs as slow as the test needs. */
class Disk {
  #mode: 'fast' | 'slow' | 'broken' = 'fast';
  readonly #waiting: (() => void)[] = [];

  sync(): Promise<void> {
    if (this.#mode === 'fast') return Promise.resolve();
    if (this.#mode === 'broken') return Promise.reject(new Error('EIO'));
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  /** Blocks all syncs from now on. */
  slow(): void {
    this.#mode = 'slow';
  }

  fast(): void {
    this.#mode = 'fast';
    for (const end of this.#waiting.splice(0)) end();
  }

  break(): void {
    this.#mode = 'broken';
  }
}

let folder = '';
let disk: Disk;
let store: SqliteStore;
let deps: MemoryDeps;
let app: App;

async function start(options: MemoryDepsOptions = {}): Promise<void> {
  disk = new Disk();
  store = openSqliteStore(join(folder, 'flowdeck.db'), { syncFile: () => disk.sync() });
  await store.synced();
  deps = await createMemoryDeps({ store, storageProblem: () => store.problem(), ...options });
  app = createApp(deps);
  await app.start();
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'flowdeck-acknowledge-'));
});
afterEach(async () => {
  disk.fast();
  await app.close();
  rmSync(folder, { recursive: true });
});

const fetch = (path: string, init?: RequestInit) => app.fetch(new Request(new URL(path, ORIGIN), init));

const sendJson = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

const submit = (workflow: object, headers?: Record<string, string>) => sendJson('/api/v2/jobs', { workflow }, headers);

const jobs = async () => ((await (await fetch('/api/v2/jobs')).json()) as JobPage).jobs;

/** Polls until the result is truthy or the test times out. */
async function until<Value>(look: () => Promise<Value | null | undefined> | Value | null | undefined): Promise<Value> {
  for (;;) {
    const found = await look();
    if (found !== null && found !== undefined) return found;
    await deps.clock.advance(0);
  }
}

/** Returns true if the promise settles without waiting for the disk. */
async function hasSettled(promise: Promise<unknown>): Promise<boolean> {
  let isSettled = false;
  void promise.finally(() => (isSettled = true));
  await deps.clock.advance(0);
  await deps.clock.advance(0);
  return isSettled;
}

describe('while a disk sync is slow', () => {
  it('reads and health are served, and a submission waits', async () => {
    await start();
    disk.slow();
    const submitted = submit({ 1: text('a') });
    const job = await until(async () => (await jobs())[0]);
    expect((await fetch(job.urls.self)).status).toBe(200);
    expect(await (await fetch('/api/v2/health')).json()).toEqual({ status: 'healthy' });
    expect(await hasSettled(submitted)).toBe(false);
    disk.fast();
    const response = await submitted;
    expect(response.status).toBe(201);
    expect(((await response.json()) as Job).id).toBe(job.id);
  });

  it('a reused idempotency key is not reported either', async () => {
    await start();
    disk.slow();
    const key = { 'idempotency-key': 'k' };
    const submitted = submit({ 1: text('a') }, key);
    await until(async () => (await jobs())[0]);
    const repeated = submit({ 1: text('a') }, key);
    expect(await hasSettled(repeated)).toBe(false);
    disk.fast();
    expect([(await submitted).status, (await repeated).status]).toEqual([201, 422]);
  });

  it('the engine does not get a job that is not on disk', async () => {
    await start();
    disk.slow();
    void submit({ 1: text('a') });
    await until(async () => (await jobs()).find(({ status }) => status === 'running'));
    await deps.clock.advance(0);
    expect(deps.engine.requests).toHaveLength(0);
    disk.fast();
    await until(() => deps.engine.requests[0]);
  });

  it('the end of a job is not sent to listeners', async () => {
    await start();
    const { urls } = (await (await submit({ 1: steps(1, 1000) })).json()) as Job;
    const { body } = await fetch(urls.events);
    if (!body) throw new Error('No stream');
    const events = new EventLog(body);
    await deps.clock.advance(500);
    disk.slow();
    await deps.clock.advance(1000);
    expect(((await (await fetch(urls.self)).json()) as Job).status).toBe('succeeded');
    expect(events.statuses).toEqual(['running']);
    disk.fast();
    await events.ended;
    expect(events.statuses).toEqual(['running', 'succeeded']);
  });

  it('bytes stay until the deletion of their record is on disk', async () => {
    await start();
    const form = uploadForm({ file: 'bytes' });
    const asset = (await (await fetch('/api/v2/assets', { method: 'POST', body: form })).json()) as Asset;
    const blob = asset.hash?.replace('blake3:', '') ?? '';
    disk.slow();
    const deleted = fetch(`/api/v2/assets/${asset.id}`, { method: 'DELETE' });
    await until(async () => ((await fetch(`/api/v2/assets/${asset.id}`)).status === 404 ? true : null));
    expect(await hasSettled(deleted)).toBe(false);
    expect(await deps.blobs.has(blob)).toBe(true);
    disk.fast();
    expect((await deleted).status).toBe(204);
    expect(await deps.blobs.has(blob)).toBe(false);
  });
});

describe('a provider', () => {
  let calls: ModelCall[];
  let sent: ModelCall[];
  const model: RouterModel = {
    provider: 'paid',
    model: 'model',
    chargesOnPolicyRejection: 'yes',
    inputSchemaAuthored: false,
    document: async () => '{}',
    run: async (call) => {
      calls.push(call);
      await call.accepted();
      sent.push(call);
      return { contentType: 'text/plain', body: new Response('made').body as ReadableStream<Uint8Array> };
    },
  };
  const run = (signal?: AbortSignal) =>
    fetch('/v2/models/paid/model', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'k' },
      body: '{}',
      ...(signal ? { signal } : {}),
    });

  beforeEach(async () => {
    calls = [];
    sent = [];
    await start({ models: [{ models: () => [model] }], validateResponses: false });
  });

  it('gets nothing before its idempotency key is stored on disk', async () => {
    disk.slow();
    const response = run();
    await until(() => calls[0]);
    expect(await hasSettled(response)).toBe(false);
    expect(sent).toHaveLength(0);
    disk.fast();
    expect(await (await response).text()).toBe('made');
    expect(sent).toHaveLength(1);
  });

  it('gets nothing for a caller that disconnected, and the idempotency key is freed', async () => {
    disk.slow();
    const caller = new AbortController();
    const response = run(caller.signal);
    await until(() => calls[0]);
    caller.abort();
    await deps.clock.advance(0);
    disk.fast();
    await response;
    expect(sent).toHaveLength(0);
    expect(await (await run()).text()).toBe('made');
  });
});

describe('a disk that reports errors', () => {
  it('does not lose the response of a provider that was called', async () => {
    const model: RouterModel = {
      provider: 'paid',
      model: 'model',
      chargesOnPolicyRejection: 'yes',
      inputSchemaAuthored: false,
      document: async () => '{}',
      run: async (call) => {
        await call.accepted();
        disk.break();
        store.jobs.insert(newJob('another'));
        await store.synced().catch(() => {});
        return { contentType: 'text/plain', body: new Response('made').body as ReadableStream<Uint8Array> };
      },
    };
    await start({ models: [{ models: () => [model] }], validateResponses: false });
    const response = await sendJson('/v2/models/paid/model', {}, { 'idempotency-key': 'k' });
    expect(store.problem()).not.toBeNull();
    expect(await response.text()).toBe('made');
  });

  it('turns every acknowledgment into an error, and health reports why', async () => {
    await start();
    disk.break();
    const response = await submit({ 1: text('a') });
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({
      error: { code: 'upstream_error', message: expect.stringMatching(/its disk reports errors$/) },
    });
    expect(await (await fetch('/api/v2/health')).json()).toMatchObject({ status: 'degraded' });
    expect(await jobs()).toHaveLength(1);
    expect((await submit({ 1: text('b') })).status).toBe(500);
    expect(await jobs()).toHaveLength(1);
  });

  it('starts no session, and sets no session cookie', async () => {
    await start({ settings: { token: 'token' } });
    disk.break();
    const response = await sendJson('/console/session', { token: 'token' });
    expect(response.status).toBe(500);
    expect(response.headers.get('set-cookie')).toBeNull();
  });

  it('lets the job run once it works again', async () => {
    await start();
    disk.break();
    expect((await submit({ 1: text('a') })).status).toBe(500);
    await deps.clock.advance(1000);
    expect(deps.engine.requests).toHaveLength(0);
    disk.fast();
    store.probe();
    await store.synced();
    await deps.clock.advance(20_000);
    expect((await jobs()).map(({ status }) => status)).toEqual(['succeeded']);
  });
});
