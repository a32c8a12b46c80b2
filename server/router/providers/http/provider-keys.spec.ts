import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ProviderKeyList } from '@contract/console/provider-keys';
import { readResponseHeaders } from '@contract/router/headers';
import { createApp } from '../../../app';
import { systemClock } from '../../../clock';
import { silentLogger } from '../../../log';
import { createMemoryDeps } from '../../../testing/memory-deps';
import { ProviderKeys, type ProviderKeyStore, type StoredKeys } from './provider-keys';
import { configuredModels, failureOfRun } from './testing/configured-models';
import { openSmallServer, sendJson, type ReceivedRequest } from './testing/small-server';

const ENTERED = 'sk-entered-0123456789abcdef';
const LATER = 'sk-later-fedcba9876543210';
const VARIABLE = 'sk-variable-0011223344556677';

let server: Awaited<ReturnType<typeof openSmallServer>>;
let other: Awaited<ReturnType<typeof openSmallServer>>;
let reply: (heard: ReceivedRequest, response: ServerResponse) => void;
let store: ProviderKeyStore;
const logged: unknown[] = [];
const log = { ...silentLogger, info: (...words: unknown[]) => void logged.push(words) };
const opened: { close(): Promise<unknown> }[] = [];

beforeAll(async () => {
  server = await openSmallServer((heard, response) => reply(heard, response));
  other = await openSmallServer((heard, response) => reply(heard, response));
});
beforeEach(() => {
  let stored: StoredKeys = {};
  store = { read: () => stored, write: (next) => void (stored = next), problem: () => null };
  reply = (_, response) => sendJson(response, 200, {});
  server.heard.length = 0;
  logged.length = 0;
});
afterEach(() => Promise.all(opened.splice(0).map((each) => each.close())));
afterAll(() => Promise.all([server.close(), other.close()]));

/** Opens the configured providers with the keys of the store. */
function open(providers: readonly object[], environment: NodeJS.ProcessEnv = {}) {
  const models = configuredModels({ providers }, { environment, keys: store });
  opened.push(models);
  const keys = new ProviderKeys({ store, clock: systemClock, log, onChange: () => {} });
  keys.use(models.providers);
  const enter = (id: string, key: string, origin = server.origin) => keys.put(id, { key, origin });
  return { ...models, keys, enter };
}

const studio = (more: object = {}) => ({
  name: 'studio',
  baseUrl: `${server.origin}/v1`,
  credential: {},
  models: [{ name: 'm', path: '/run' }],
  ...more,
});
const sent = () => server.heard.map(({ headers }) => headers.authorization);

describe('a provider whose key is missing', () => {
  it('starts, and its models fail before anything is sent, with the places where a key is entered', async () => {
    const { run, modelOf } = open([studio({ credential: { env: 'STUDIO_KEY' } })]);
    expect(modelOf('studio/m').missingKeyOf?.()).toBe('studio');
    const { bucket, detail, options } = await failureOfRun(run('studio/m', '{}'));
    expect([bucket, options.outcome]).toEqual(['service_unavailable', 'not_run']);
    expect(detail).toBe(
      'studio needs a key. Enter it in Flowdeck, Settings > Provider keys, or set STUDIO_KEY and restart the gateway. Nothing was sent or charged',
    );
    expect(server.heard).toEqual([]);
  });

  it('uses a key that is entered from the next call on, with the header of the configuration', async () => {
    const { run, enter, keys, modelOf } = open([studio({ credential: { header: 'X-Key', form: 'Key {}' } })]);
    enter('studio', ENTERED);
    expect(modelOf('studio/m').missingKeyOf?.()).toBeNull();
    await run('studio/m', '{}');
    enter('studio', LATER);
    await run('studio/m', '{}');
    expect(server.heard.map(({ headers }) => headers['x-key'])).toEqual([`Key ${ENTERED}`, `Key ${LATER}`]);
    keys.remove('studio');
    await failureOfRun(run('studio/m', '{}'));
    expect(server.heard).toHaveLength(2);
    expect(JSON.stringify(logged)).not.toMatch(/sk-/);
    expect(logged).toHaveLength(3);
  });

  it('is a 503 that was not charged, and its idempotency key still works when a key was entered', async () => {
    const { source, keys, enter } = open([studio()]);
    const app = createApp(await createMemoryDeps({ models: [source], providerKeys: keys }, systemClock));
    await app.start();
    opened.unshift(app);
    const call = (path: string) =>
      app.fetch(
        new Request(`http://127.0.0.1:8189${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'idempotency-key': 'one' },
          body: '{}',
        }),
      );
    for (const path of ['/v2/models/studio/m', '/v1/models/studio/m']) {
      const failed = await call(path);
      expect([failed.status, readResponseHeaders(failed.headers)]).toMatchObject([
        503,
        { errorType: 'service_unavailable', callOutcome: 'not_run' },
      ]);
    }
    enter('studio', ENTERED);
    expect((await call('/v2/models/studio/m')).status).toBe(200);
    expect(sent()).toEqual([`Bearer ${ENTERED}`]);
  });

  it('keeps asking for the result of a queued call, so that the call is not lost while its key is replaced', async () => {
    const queue = { id: 'id', status: { path: '/status/{id}' }, everySeconds: 0.1 };
    const { run, enter, keys } = open([studio({ models: [{ name: 'm', path: '/run', queue }] })]);
    enter('studio', ENTERED);
    reply = ({ method }, response) => {
      if (method === 'POST') {
        keys.remove('studio');
        setTimeout(() => enter('studio', LATER), 300);
      }
      sendJson(response, 200, method === 'POST' ? { id: 7 } : { status: 'done' });
    };
    expect((await run('studio/m', '{}')).text).toBe('{"status":"done"}');
    expect(sent()).toEqual([`Bearer ${ENTERED}`, `Bearer ${LATER}`]);
  });

  it('does not give up a queued call however often its result is due, while there is time', async () => {
    const queue = { id: 'id', status: { path: '/status/{id}' } };
    const { run, enter, keys } = open([studio({ models: [{ name: 'm', path: '/run', queue }] })]);
    enter('studio', ENTERED);
    reply = ({ method }, response) => {
      if (method === 'POST') keys.remove('studio');
      sendJson(response, 200, method === 'POST' ? { id: 7 } : { status: 'done' });
    };
    const { after } = systemClock;
    const pauses = vi.spyOn(systemClock, 'after').mockImplementation((_, work) => after(0, work));
    onTestFinished(() => pauses.mockRestore());
    const running = run('studio/m', '{}');
    await vi.waitFor(() => expect(pauses.mock.calls.length).toBeGreaterThan(100), { timeout: 5000 });
    // Nothing was asked of the provider, so there is nothing to spare it.
    expect(new Set(pauses.mock.calls.map(([ms]) => ms))).toEqual(new Set([2000]));
    enter('studio', LATER);
    expect((await running).text).toBe('{"status":"done"}');
  });

  it('is why a queued call has no result in its time, and that call may have been charged', async () => {
    const queue = { id: 'id', status: { path: '/status/{id}' }, everySeconds: 0.1 };
    const { run, enter, keys } = open([studio({ timeoutSeconds: 1, models: [{ name: 'm', path: '/run', queue }] })]);
    enter('studio', ENTERED);
    reply = (_, response) => {
      keys.remove('studio');
      sendJson(response, 200, { id: 7 });
    };
    const { bucket, detail, options } = await failureOfRun(run('studio/m', '{}'));
    expect([bucket, options.outcome]).toEqual(['provider_error', undefined]);
    expect(detail).toBe(
      'The call was sent, but its result could not be read: studio needs a key. Enter it in Flowdeck, Settings > Provider keys',
    );
  });
});

describe('an entered key', () => {
  it('takes precedence over the variable, until it is removed', async () => {
    const { run, enter, keys } = open([studio({ credential: { env: 'K' } })], { K: VARIABLE });
    const sources = () => keys.list().keys.map(({ source, isVariableSet }) => [source, isVariableSet]);
    expect(sources()).toEqual([['variable', true]]);
    enter('studio', ENTERED);
    expect(sources()).toEqual([['entered', true]]);
    await run('studio/m', '{}');
    keys.remove('studio');
    await run('studio/m', '{}');
    expect(sent()).toEqual([`Bearer ${ENTERED}`, `Bearer ${VARIABLE}`]);
  });

  it('is sent to no other origin than the one it was entered for', async () => {
    open([studio()]).enter('studio', ENTERED);
    const moved = open([studio({ baseUrl: other.origin })]);
    const { detail } = await failureOfRun(moved.run('studio/m', '{}'));
    expect(detail).toContain(`was entered for ${server.origin}, and its address is now ${other.origin}`);
    expect(other.heard).toEqual([]);
    expect(moved.keys.list().keys).toMatchObject([
      { source: 'missing', origin: other.origin, entered: { origin: server.origin } },
    ]);
    // The variable was set for this configuration.
    const set = open([studio({ baseUrl: other.origin, credential: { env: 'K' } })], { K: VARIABLE });
    await set.run('studio/m', '{}');
    expect(other.heard.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${VARIABLE}`]);
    // The same origin, elsewhere on it.
    await open([studio({ baseUrl: `${server.origin}/v2` })]).run('studio/m', '{}');
    expect(sent()).toEqual([`Bearer ${ENTERED}`]);
  });

  it('of an upload target on another host is a key of its own', async () => {
    const upload = { post: `${other.origin}/files`, credential: {} };
    const { enter, keys, modelOf } = open([studio({ upload })]);
    enter('studio', ENTERED);
    const target = modelOf('studio/m').upload?.();
    const file = { name: 'a', contentType: 'image/png', sizeBytes: 1, read: () => new Blob(['a']).stream() };
    const send = () =>
      target?.send({ ...file, read: () => file.read() as ReadableStream<Uint8Array> }, AbortSignal.timeout(9000));
    other.heard.length = 0;
    await expect(send()).rejects.toThrow('The upload target of studio needs a key');
    expect(other.heard).toEqual([]);
    enter('studio:uploads', LATER, other.origin);
    reply = (_, response) => sendJson(response, 200, { url: 'https://cdn.example/a' });
    await send();
    expect(other.heard[0]?.headers.authorization).toBe(`Bearer ${LATER}`);
    expect(keys.list().keys.map(({ id, use, source }) => [id, use, source])).toEqual([
      ['studio', 'calls', 'entered'],
      ['studio:uploads', 'uploads', 'entered'],
    ]);
  });

  it('is removed from errors of the provider, also after it was replaced', async () => {
    const { run, enter } = open([studio({ errorMessage: 'said' })]);
    enter('studio', 'plainsecret');
    reply = (_, response) => {
      enter('studio', ENTERED);
      sendJson(response, 401, { said: 'plainsecret is wrong' });
    };
    const { detail, options } = await failureOfRun(run('studio/m', '{}'));
    expect([detail, options.upstreamDetail]).toEqual(['studio rejected the key of this gateway', '[hidden] is wrong']);
  });
});

describe('the list of keys', () => {
  it('has each provider with the key that it uses, and stored keys that nothing uses', () => {
    const free = { ...studio(), name: 'free', credential: undefined };
    const first = open([studio(), { ...studio(), name: 'old' }]);
    first.enter('old', LATER);
    const { keys } = open([studio({ credential: { env: 'K' } }), free]);
    expect(keys.list().keys.map(({ id, origin, source, variable }) => [id, origin, source, variable])).toEqual([
      ['studio', server.origin, 'missing', 'K'],
      ['free', server.origin, 'none', null],
      ['old', null, 'none', null],
    ]);
    keys.remove('old');
    expect(keys.list().keys.map(({ id }) => id)).toEqual(['studio', 'free']);
  });

  it('changes by operations of the console, whose responses have no key', async () => {
    const { keys, source } = open([studio(), { ...studio(), name: 'free', credential: undefined }]);
    const app = createApp(await createMemoryDeps({ models: [source], providerKeys: keys }));
    opened.unshift(app);
    const call = async (method: string, path = '', body?: unknown) => {
      const init =
        body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
      const response = await app.fetch(
        new Request(`http://127.0.0.1:8189/console/provider-keys${path}`, { method, ...init }),
      );
      const text = await response.text();
      expect(text).not.toContain(ENTERED);
      return { status: response.status, text };
    };
    const change = { key: ENTERED, origin: server.origin };
    const { status, text } = await call('PUT', '/studio', change);
    expect([status, ProviderKeyList.parse(JSON.parse(text)).keys[0]]).toMatchObject([
      200,
      { source: 'entered', entered: { origin: server.origin } },
    ]);
    expect((await call('GET')).text).toBe(text);
    const diagnostics = await app.fetch(new Request('http://127.0.0.1:8189/console/diagnostics'));
    expect(await diagnostics.text()).not.toContain(ENTERED);
    // Another origin than the user saw, a provider that needs none, none at all, and what no header can carry.
    expect((await call('PUT', '/studio', { ...change, origin: other.origin })).status).toBe(400);
    expect((await call('PUT', '/free', change)).status).toBe(404);
    expect((await call('PUT', '/none', change)).status).toBe(404);
    for (const key of ['two words', 'line\r\nHost: x', 'ümlaut', '']) {
      expect((await call('PUT', '/studio', { ...change, key })).status).toBe(400);
    }
    expect((await call('DELETE', '/studio')).status).toBe(200);
    expect((await call('DELETE', '/studio')).status).toBe(404);
    // Members that every object inherits.
    expect((await call('DELETE', '/constructor')).status).toBe(404);
  });

  it('is missing on a gateway without providers of its own', async () => {
    const app = createApp(await createMemoryDeps());
    opened.unshift(app);
    expect((await app.fetch(new Request('http://127.0.0.1:8189/console/provider-keys'))).status).toBe(501);
  });
});
