import { createApp } from '@server/app';
import { systemClock } from '@server/clock';
import type { AppDeps } from '@server/deps';
import { LOCAL_OWNER } from '@server/http/gate';
import { configuredModels } from '@server/router/providers/http/testing/configured-models';
import { openSmallServer, sendJson, type ReceivedRequest } from '@server/router/providers/http/testing/small-server';
import { createMemoryDeps } from '@server/testing/memory-deps';
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

/** Providers with a queue, in the patterns of fal and of Replicate. They count the calls that they run. */

let server: Awaited<ReturnType<typeof openSmallServer>>;
let models: ReturnType<typeof configuredModels>;
let deps: AppDeps;
let state: string;
let submits: number;
/** HTTP statuses of the next status requests; 200 once the list is empty. */
let hiccups: number[];

function reply({ method, url }: ReceivedRequest, response: ServerResponse): void {
  const address = `${server.origin}${url.split('/requests')[0]}/requests/r1`;
  if (url === '/fal/run' || url === '/replicate/predictions') {
    submits += 1;
    sendJson(response, 201, {
      request_id: 'r1',
      id: 'r1',
      status: 'IN_QUEUE',
      status_url: `${address}/status`,
      response_url: address,
    });
  } else if (method === 'PUT') {
    state = 'CANCELED';
    sendJson(response, 202, {});
  } else if (url.endsWith('/status')) {
    const hiccup = hiccups.shift();
    if (hiccup === 0) response.destroy();
    else sendJson(response, hiccup ?? 200, { status: state, error: 'Out of memory' });
  } else if (url === '/replicate/predictions/r1') {
    sendJson(response, 200, { id: 'r1', status: state.toLowerCase(), output: ['done'] });
  } else {
    sendJson(response, 200, { images: [{ url: 'x' }] });
  }
}

beforeAll(async () => {
  server = await openSmallServer(reply);
  const at = { id: 'request_id', status: { at: 'status_url' }, everySeconds: 0.1 };
  const cancel = { path: '/requests/{id}/cancel', method: 'PUT' };
  models = configuredModels({
    providers: [
      {
        name: 'fal',
        baseUrl: `${server.origin}/fal`,
        models: [{ name: 'm', path: '/run', queue: { ...at, result: { at: 'response_url' }, cancel } }],
      },
      {
        name: 'replicate',
        baseUrl: `${server.origin}/replicate`,
        models: [
          {
            name: 'm',
            path: '/predictions',
            queue: { id: 'id', status: { path: '/predictions/{id}' }, everySeconds: 0.1 },
          },
        ],
      },
      {
        name: 'own',
        baseUrl: `${server.origin}/fal`,
        models: [
          { name: 'm', path: '/run', billing: { free: true }, queue: { ...at, result: { at: 'response_url' } } },
        ],
      },
      {
        name: 'foreign',
        baseUrl: server.origin.replace('127.0.0.1', 'localhost'),
        models: [{ name: 'm', path: '/fal/run', queue: at }],
      },
    ],
  });
});
afterAll(() => Promise.all([models.close(), server.close()]));

beforeEach(async () => {
  state = 'IN_PROGRESS';
  submits = 0;
  hiccups = [];
  deps = await createMemoryDeps({ models: [models.source] }, systemClock);
  app = createApp(deps);
  await app.start();
});
afterEach(() => app.close());
let app: ReturnType<typeof createApp>;

const call = (model: string, key: string, signal?: AbortSignal) =>
  app.fetch(
    new Request(`http://127.0.0.1:8189/v2/models/${model}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: '{"prompt":"x"}',
      ...(signal ? { signal } : {}),
    }),
  );
const read = (model: string, path: string, method = 'GET') =>
  app.fetch(new Request(`http://127.0.0.1:8189/v2/models/${model}/requests/${path}`, { method }));
const statusOf = async (model: string, id: string) => (await read(model, `${id}/status`)).json() as Promise<unknown>;

async function submit(model: string): Promise<{ id: string }> {
  const response = await app.fetch(
    new Request(`http://127.0.0.1:8189/v2/models/${model}/requests`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"prompt":"x"}',
    }),
  );
  return { id: ((await response.json()) as { request_id: string }).request_id };
}
const statusReads = () => server.heard.filter(({ url }) => url.includes('r1')).length;

async function afterReads(count: number): Promise<void> {
  const before = statusReads();
  await vi.waitFor(() => expect(statusReads()).toBeGreaterThanOrEqual(before + count), { timeout: 10_000 });
}

describe('a provider that queues calls', () => {
  it.each(['fal', 'replicate'])('in the pattern of %s is polled until the result is ready', async (provider) => {
    const answer = call(`${provider}/m`, 'k');
    await afterReads(2);
    state = provider === 'fal' ? 'COMPLETED' : 'SUCCEEDED';
    const response = await answer;
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual(
      provider === 'fal' ? { images: [{ url: 'x' }] } : { id: 'r1', status: 'succeeded', output: ['done'] },
    );
    expect(submits).toBe(1);
  });

  it('gets one submission, whatever its status requests return', async () => {
    hiccups = [500, 0, 429, 503];
    const response = call('fal/m', 'k');
    await afterReads(4);
    state = 'COMPLETED';
    expect((await response).status).toBe(200);
    expect(submits).toBe(1);
  });

  it('may report that a call failed, which is not submitted again', async () => {
    state = 'FAILED';
    const response = await call('fal/m', 'k');
    expect(response.status).toBe(502);
    expect(response.headers.get('x-flowdeck-call-outcome')).toBe('unknown');
    expect(await response.json()).toMatchObject({ upstream_detail: 'Out of memory' });
    expect((await call('fal/m', 'k')).headers.get('idempotent-replayed')).toBe('true');
    expect(submits).toBe(1);
  });

  it('R-4.20 survives a restart of the gateway: the key fetches the result, and nothing is submitted twice', async () => {
    void call('fal/m', 'over a restart').catch(() => {});
    await afterReads(1);
    await app.close();
    expect(state).toBe('IN_PROGRESS');
    app = createApp(deps);
    await app.start();
    const answer = call('fal/m', 'over a restart');
    await afterReads(1);
    state = 'COMPLETED';
    const response = await answer;
    expect([response.status, submits]).toEqual([200, 1]);
    expect(await response.json()).toEqual({ images: [{ url: 'x' }] });
    expect((await call('fal/m', 'over a restart')).headers.get('idempotent-replayed')).toBe('true');
  });

  it('survives a restart for a queued request as well, which is submitted once', async () => {
    const { id } = await submit('fal/m');
    await afterReads(1);
    await app.close();
    expect(state).toBe('IN_PROGRESS');
    app = createApp(deps);
    await app.start();
    await afterReads(1);
    expect(await statusOf('fal/m', id)).toMatchObject({ status: 'IN_PROGRESS' });
    state = 'COMPLETED';
    await vi.waitFor(async () => expect(await statusOf('fal/m', id)).toMatchObject({ status: 'COMPLETED' }), {
      timeout: 10_000,
    });
    expect(await (await read('fal/m', id)).json()).toEqual({ images: [{ url: 'x' }] });
    expect(submits).toBe(1);
  });

  it('gets a cancellation when a queued request is canceled', async () => {
    const { id } = await submit('fal/m');
    await afterReads(1);
    expect((await read('fal/m', `${id}/cancel`, 'PUT')).status).toBe(202);
    await vi.waitFor(() => expect(state).toBe('CANCELED'), { timeout: 10_000 });
    await vi.waitFor(async () => expect(await statusOf('fal/m', id)).toMatchObject({ error_type: 'cancelled' }), {
      timeout: 10_000,
    });
  });

  it('without cancellation continues a canceled request', async () => {
    const { id } = await submit('replicate/m');
    await afterReads(1);
    expect((await read('replicate/m', `${id}/cancel`, 'PUT')).status).toBe(202);
    state = 'SUCCEEDED';
    await vi.waitFor(async () => expect((await read('replicate/m', id)).status).toBe(200), { timeout: 10_000 });
    expect(await statusOf('replicate/m', id)).toMatchObject({ status: 'COMPLETED' });
  });

  it('gets a cancellation when a client without a key disconnects', async () => {
    const caller = new AbortController();
    const response = app.fetch(
      new Request('http://127.0.0.1:8189/v2/models/fal/m', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
        signal: caller.signal,
      }),
    );
    await afterReads(1);
    caller.abort();
    await vi.waitFor(() => expect(state).toBe('CANCELED'), { timeout: 10_000 });
    await Promise.resolve(response).catch(() => {});
  });

  it('gets its credential at its own URL only', async () => {
    const response = await call('foreign/m', 'k');
    expect(response.status).toBe(502);
    expect(await response.json()).toMatchObject({ detail: expect.stringContaining('no URL on its own host') });
  });
});

describe('a request that was queued when the restored backup was made', () => {
  const startWith = async (model: string) => {
    await app.close();
    const id = randomUUID();
    const origin = 'http://127.0.0.1:8189';
    const input = { base64: Buffer.from('{"prompt":"x"}').toString('base64') };
    deps.store.requests.insert({ id, owner: LOCAL_OWNER, model, createdAt: Date.now(), origin }, input);
    deps.store.requests.setPhase(id, 'restored');
    state = 'COMPLETED';
    app = createApp(deps);
    await app.start();
    return id;
  };
  const whenCompleted = (model: string, id: string) =>
    vi.waitFor(async () => expect(await statusOf(model, id)).toMatchObject({ status: 'COMPLETED' }), {
      timeout: 10_000,
    });

  it('is not sent again if it may have been charged, and its caller learns why', async () => {
    const id = await startWith('fal/m');
    await whenCompleted('fal/m', id);
    const result = await read('fal/m', id);
    expect([result.status, result.headers.get('x-flowdeck-call-outcome')]).toEqual([500, 'unknown']);
    expect(await result.json()).toMatchObject({ detail: expect.stringContaining('It may have run since') });
    expect(submits).toBe(0);
  });

  it('runs if it is free', async () => {
    const id = await startWith('own/m');
    await whenCompleted('own/m', id);
    expect(await (await read('own/m', id)).json()).toEqual({ images: [{ url: 'x' }] });
    expect(submits).toBe(1);
  });
});
