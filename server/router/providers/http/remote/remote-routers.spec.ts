import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readResponseHeaders } from '@contract/router/headers';
import { createApp, type App } from '../../../../app';
import { systemClock } from '../../../../clock';
import { silentLogger } from '../../../../log';
import { createMemoryDeps } from '../../../../testing/memory-deps';
import { Traces } from '../../../../traces';
import { VirtualClock } from '../../../../testing/virtual-clock';
import { SCRIPTED_FAULTS } from '../../../../testing/scripted-models/scripted-faults';
import { Config } from '../config-schema';
import type { ReadProvider } from '../read-config';
import { RemoteRouters } from './remote-routers';
import { NO_KEYS, ProviderKey, type StoredKeys } from '../provider-keys';
import { openRemoteGateway, REMOTE_TOKEN } from '../testing/remote-gateway';
import { openSmallServer, sendJson, type ReceivedRequest } from '../testing/small-server';

const FILLERS = 120;

const until = (check: () => unknown) => vi.waitFor(check, { timeout: 15_000 });

let folder: string;
let clock: VirtualClock;
const toClose: { close(): Promise<unknown> }[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'flowdeck-catalogs-'));
  clock = new VirtualClock();
  warned.length = 0;
});
afterEach(async () => {
  for (const each of toClose.splice(0).toReversed()) await each.close();
  rmSync(folder, { recursive: true, force: true });
});

const closing = <Opened extends { close(): Promise<unknown> }>(opened: Opened): Opened => {
  toClose.push(opened);
  return opened;
};

function providerAt(baseUrl: string, catalog: object = {}): ReadProvider {
  const [provider] = Config.parse({ providers: [{ name: 'lab', baseUrl, catalog }] }).providers;
  if (!provider) throw new Error('There is no provider');
  const config = { provider: 'lab', use: 'calls', origin: new URL(baseUrl).origin, header: 'Authorization' } as const;
  const variable = { name: 'LAB_KEY', value: REMOTE_TOKEN };
  const key = new ProviderKey({ ...config, form: 'Bearer {}', variable }, NO_KEYS);
  return { ...provider, key, uploadKey: null };
}

const warned: string[] = [];
const log = { ...silentLogger, warn: (_: unknown, message?: string) => void warned.push(String(message)) };

const routersAt = (baseUrl: string, catalog: object = {}) =>
  closing(new RemoteRouters([providerAt(baseUrl, catalog)], { log, clock, folder }));

/** Creates routers whose key is entered in the console. */
function routersWithKey(origin: string, entered: () => string | null): RemoteRouters {
  const config = { provider: 'lab', use: 'calls', header: 'Authorization', form: 'Bearer {}', variable: null } as const;
  const read = (): StoredKeys => {
    const key = entered();
    return key === null ? {} : { lab: { key, origin, enteredAt: 0 } };
  };
  const provider = { ...providerAt(origin), key: new ProviderKey({ ...config, origin }, { read }) };
  return closing(new RemoteRouters([provider], { log, clock, folder }));
}

const idsOf = (routers: RemoteRouters) => routers.models().map(({ provider, model }) => `${provider}/${model}`);
const someOf = (routers: RemoteRouters) => until(() => expect(routers.models()).not.toHaveLength(0));

/** Creates an in-memory gateway with the models of these routers. */
async function gatewayOf(routers: RemoteRouters): Promise<(path: string, init?: RequestInit) => Promise<Response>> {
  const traces = new Traces(() => crypto.randomUUID());
  const app: App = createApp(await createMemoryDeps({ models: [routers], traces }, systemClock));
  await app.start();
  closing(app);
  return (path, init) => app.fetch(new Request(`http://127.0.0.1:8189${path}`, init));
}

const post = (body: object, key: string = crypto.randomUUID()): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', 'idempotency-key': key },
  body: JSON.stringify(body),
});

describe('the catalog of a remote router', () => {
  it('is read to the last page with the credential, and lists each model under the name of the entry', async () => {
    const remote = closing(await openRemoteGateway({ fillers: FILLERS }));
    const routers = routersAt(remote.origin);
    await someOf(routers);
    const own = remote.models
      .models()
      // A provider name of 64 letters leaves no room for a prefix.
      .filter(({ provider }) => provider.length < 60)
      .map(({ provider, model }) => `lab.${provider}/${model}`);
    expect(idsOf(routers)).toEqual(own.toSorted());
    expect(routers.models().find(({ model }) => model === 'costly')?.chargesOnPolicyRejection).toBe('yes');
    expect(remote.heard.map(({ path }) => path.replace(/cursor=.*/, 'cursor'))).toEqual([
      '/v2/models?limit=100',
      '/v2/models?limit=100&cursor',
    ]);
    expect(routers.problem).toBeNull();
  });

  it('is restricted to the models that the entry selects', async () => {
    const remote = closing(await openRemoteGateway({ fillers: 3 }));
    const routers = routersAt(remote.origin, { models: ['filler/*-00001', 'scripted/echo'] });
    await someOf(routers);
    expect(idsOf(routers)).toEqual(['lab.filler/model-00001', 'lab.scripted/echo']);
  });

  it('omits models that the remote router lists from this entry', async () => {
    const billing = { charges_on_policy_rejection: 'no' };
    const entryOf = (provider: string) => ({ id: `${provider}/echo`, provider, model: 'echo', billing });
    const data = ['scripted', 'lab.scripted', 'other.lab.scripted'].map(entryOf);
    const page = { data, has_more: false, limit: 100 };
    const server = closing(await openSmallServer((_, response) => sendJson(response, 200, page)));
    const routers = routersAt(server.origin);
    await someOf(routers);
    expect(idsOf(routers)).toEqual(['lab.scripted/echo']);
  });

  it('is read again at intervals, and starts a new build only if it changed', async () => {
    const remote = closing(await openRemoteGateway({ fillers: 2 }));
    const routers = routersAt(remote.origin, { models: ['filler/*'] });
    await someOf(routers);
    const first = routers.models();
    await until(() => expect(clock.pending).toBe(1));
    const reads = remote.heard.length;
    await clock.advance(10 * 60_000);
    await until(() => expect([remote.heard.length > reads, clock.pending]).toEqual([true, 1]));
    expect(routers.models()).toBe(first);
    remote.models.rebuild(3);
    await clock.advance(10 * 60_000);
    await until(() => expect(routers.models()).toHaveLength(3));
  });

  it('stays as last known while the router is unreachable, also at startup, until it responds again', async () => {
    const remote = closing(await openRemoteGateway({ fillers: 2 }));
    const before = routersAt(remote.origin, { models: ['filler/*'] });
    await someOf(before);
    await before.close();
    remote.state.isUnreachable = true;

    const routers = routersAt(remote.origin, { models: ['filler/*'] });
    expect(idsOf(routers)).toEqual(['lab.filler/model-00000', 'lab.filler/model-00001']);
    await until(() =>
      expect(routers.problem).toBe('lab responded with 502. Its models are those of 2030-01-01 00:00 UTC.'),
    );
    expect(routers.models()).toHaveLength(2);
    remote.state.isUnreachable = false;
    await clock.advance(30_000);
    await until(() => expect(routers.problem).toBeNull());
  });

  it('is empty, and reported as such, if it was never read', async () => {
    const remote = await openRemoteGateway();
    await remote.close();
    const routers = routersAt(remote.origin);
    await until(() => expect(routers.problem).toMatch(/ECONNREFUSED.*Its models are not known yet\.$/));
    expect(routers.models()).toEqual([]);
  });

  it('rejects a router with endless pages, and a server that is not a router', async () => {
    let page: object = {};
    const server = closing(await openSmallServer((_, response) => sendJson(response, 200, page)));
    const routers = routersAt(server.origin);
    await until(() => expect(routers.problem).toContain('not with the catalog of a Model Router'));
    page = { data: [], has_more: true, next_cursor: 'same', limit: 100 };
    await until(() => expect(clock.pending).toBe(1));
    await clock.advance(30_000);
    await until(() => expect(routers.problem).toContain('does not end'));
    expect(server.heard.length).toBeLessThan(6);
  });
});

describe('the credential of a remote router', () => {
  it('is missing until it is entered; the catalog is read right then', async () => {
    const page = { data: [{ id: 'p/m', provider: 'p', model: 'm', billing: {} }], has_more: false, limit: 100 };
    const server = closing(await openSmallServer((_, response) => sendJson(response, 200, page)));
    let entered: string | null = null;
    const routers = routersWithKey(server.origin, () => entered);
    await until(() =>
      expect(routers.problem).toMatch(
        /^lab needs a key\. Enter it in Flowdeck, Settings > Provider keys\. Its models are not known yet\.$/,
      ),
    );
    expect(server.heard).toEqual([]);
    entered = REMOTE_TOKEN;
    routers.readAgain('lab');
    await someOf(routers);
    await until(() => expect([routers.problem, clock.pending]).toEqual([null, 1]));
    expect(server.heard.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${REMOTE_TOKEN}`]);
    entered = null;
    expect(routers.models()[0]?.missingKeyOf?.()).toBe('lab');
  });

  it('that was replaced has no effect on the catalog, even if its slow response arrives last', async () => {
    const pageOf = (model: string) => {
      const data = [{ id: `p/${model}`, provider: 'p', model, billing: {} }];
      return { data, has_more: false, limit: 100 };
    };
    const late: ServerResponse[] = [];
    const server = closing(
      await openSmallServer(({ headers, url }, response) => {
        if (!url.startsWith('/v2/models?')) return sendJson(response, 404, {});
        if (headers.authorization === 'Bearer old-key') return void late.push(response);
        return sendJson(response, 200, pageOf('new'));
      }),
    );
    let entered = 'old-key';
    const routers = routersWithKey(server.origin, () => entered);
    await until(() => expect(late).toHaveLength(1));
    entered = REMOTE_TOKEN;
    routers.readAgain('lab');
    await until(() => expect(idsOf(routers)).toEqual(['lab.p/new']));
    for (const response of late) {
      const isSent = once(response, 'close');
      sendJson(response, 200, pageOf('old'));
      await isSent;
    }
    // A later request of the same client ends after the late response was read.
    await routers.models()[0]?.document();
    expect([idsOf(routers), routers.problem, clock.pending]).toEqual([['lab.p/new'], null, 1]);
    const afterRestart = routersWithKey(server.origin, () => null);
    expect(idsOf(afterRestart)).toEqual(['lab.p/new']);
  });

  it('follows no redirect', async () => {
    const elsewhere = closing(await openSmallServer((_, response) => sendJson(response, 200, {})));
    const server = closing(
      await openSmallServer((_, response) => response.writeHead(307, { location: elsewhere.origin }).end()),
    );
    const routers = routersAt(server.origin);
    await until(() => expect(routers.problem).toContain('lab responded with 307'));
    expect(server.heard[0]?.headers.authorization).toBe(`Bearer ${REMOTE_TOKEN}`);
    expect(elsewhere.heard).toEqual([]);
  });
});

describe('a model of a remote router', () => {
  it('has the schema document of that router, fetched with the credential and revalidated by its ETag', async () => {
    const remote = closing(await openRemoteGateway());
    const routers = routersAt(remote.origin);
    await someOf(routers);
    const ask = await gatewayOf(routers);
    const path = '/v2/models/scripted/echo/openapi.json';
    const own = await remote.ask(path);
    const local = async () => (await ask('/v2/models/lab.scripted/echo/openapi.json')).text();
    expect(await local()).toBe(await own.text());
    const fetches = () => remote.heard.filter((each) => each.path === path);
    expect(fetches().map(({ headers }) => headers.get('authorization'))).toEqual([`Bearer ${REMOTE_TOKEN}`]);
    const known = await local();
    expect(fetches()).toHaveLength(1);
    for (const count of [2, 3]) {
      await clock.advance(10 * 60_000);
      expect(await local()).toBe(known);
      await until(() => expect(fetches()).toHaveLength(count));
      expect(fetches().at(-1)?.headers.get('if-none-match')).toBe(own.headers.get('etag'));
    }
    // The second renewal starts after the first has finished with a 304.
    expect(warned).toEqual([]);
    expect(
      routers
        .models()
        .find(({ model }) => model === 'sound')
        ?.about?.().outputModalities,
    ).toEqual([]);
    expect(
      routers
        .models()
        .find(({ model }) => model === 'echo')
        ?.about?.().outputModalities,
    ).toEqual(['text']);
  });

  it('reports that its schema cannot be fetched while the router is unreachable', async () => {
    const remote = closing(await openRemoteGateway());
    const routers = routersAt(remote.origin);
    await someOf(routers);
    const ask = await gatewayOf(routers);
    remote.state.isUnreachable = true;
    const response = await ask('/v2/models/lab.scripted/echo/openapi.json');
    expect([response.status, await response.json()]).toMatchObject([503, { error_type: 'service_unavailable' }]);
  });

  it('runs there with an unchanged body, one idempotency key per key of the caller, and its credits', async () => {
    const remote = closing(await openRemoteGateway());
    const routers = routersAt(remote.origin);
    await someOf(routers);
    const ask = await gatewayOf(routers);
    const response = await ask('/v2/models/lab.scripted/picture-inline', post({ prompt: 'x' }, 'mine'));
    expect([response.status, readResponseHeaders(response.headers).creditsUsed]).toEqual([200, '21.1']);
    expect(await response.json()).toMatchObject({ data: [{}] });

    const body = { prompt: 'again', fault: 'provider_error', times: 1 };
    const failed = await ask('/v2/models/lab.scripted/echo', post(body, 'the same'));
    const repeated = await ask('/v2/models/lab.scripted/echo', post(body, 'the same'));
    expect([failed.status, repeated.status, await repeated.text()]).toEqual([502, 200, JSON.stringify(body)]);
    const keys = remote.heard.filter(({ path }) => path.endsWith('/echo')).map((h) => h.headers.get('idempotency-key'));
    expect(keys).toHaveLength(2);
    expect(keys[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(keys[1]).toBe(keys[0]);
  });

  it('continues the trace of the caller there, and begins none', async () => {
    const remote = closing(await openRemoteGateway());
    const routers = routersAt(remote.origin);
    await someOf(routers);
    const ask = await gatewayOf(routers);
    const run = async (headers: Record<string, string>) => {
      const all = { 'content-type': 'application/json', ...headers };
      const response = await ask('/v2/models/lab.scripted/echo', { method: 'POST', headers: all, body: '{}' });
      expect(response.status).toBe(200);
      return remote.heard.findLast(({ path }) => path.endsWith('/echo'))?.headers.get('traceparent');
    };
    const continued = await run({ traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' });
    expect(continued).toMatch(/^00-4bf92f3577b34da6a3ce929d0e0e4736-[0-9a-f]{16}-01$/);
    expect(continued).not.toContain('00f067aa0ba902b7');
    expect(await run({})).toBeNull();
  });

  it('fails with the same type, detail, fields and upstream status', async () => {
    const remote = closing(await openRemoteGateway());
    const routers = routersAt(remote.origin);
    await someOf(routers);
    const ask = await gatewayOf(routers);
    const errors = SCRIPTED_FAULTS.filter((fault) => !['hang', 'silent', 'cut'].includes(fault));
    for (const fault of errors) {
      const there = await remote.ask('/v2/models/scripted/echo', post({ prompt: 'x', fault }));
      const here = await ask('/v2/models/lab.scripted/echo', post({ prompt: 'x', fault }));
      const seen = async (response: Response) => {
        const { errorType, upstreamDetail, refusalSubject, retryAfterS, callOutcome } = readResponseHeaders(
          response.headers,
        );
        const details = { errorType, upstreamDetail, refusalSubject, retryAfterS, callOutcome };
        return { fault, status: response.status, ...details, body: await response.json() };
      };
      expect(await seen(here)).toEqual(await seen(there));
      const { upstreamStatus } = readResponseHeaders(there.headers);
      expect(readResponseHeaders(here.headers).upstreamStatus).toBe(upstreamStatus ?? there.status);
    }
  });
});

describe('a hosted router that does not report call outcomes', () => {
  type Reply = (heard: ReceivedRequest, response: ServerResponse) => void;

  async function hosted(reply: Reply, entered?: () => string | null) {
    const entry = { id: 'p/m', provider: 'p', model: 'm', billing: { charges_on_policy_rejection: 'no' } };
    const server = closing(
      await openSmallServer((heard, response) =>
        heard.method === 'GET'
          ? sendJson(response, 200, { data: [entry], has_more: false, limit: 100 })
          : reply(heard, response),
      ),
    );
    const routers = entered ? routersWithKey(server.origin, entered) : routersAt(server.origin);
    await someOf(routers);
    await until(() => expect(clock.pending).toBe(1));
    const runs = () => server.heard.filter(({ method }) => method === 'POST');
    return { ask: await gatewayOf(routers), runs };
  }

  it.each([
    [409, 'concurrency_limit_exceeded'],
    [429, 'rate_limited'],
  ])('is polled with the same key until it has the result of a call that continues there: %i', async (status, type) => {
    const { ask, runs } = await hosted((_, response) => {
      response.setHeader('Retry-After', '3');
      if (runs().length === 1) return refuse(response, 504, 'deadline_exceeded');
      if (runs().length === 2) return refuse(response, status, type);
      return sendJson(response, 200, { ok: true });
    });
    const running = ask('/v2/models/lab.p/m', post({}));
    for (const count of [1, 2]) {
      // Two timers: the next catalog refresh and the delay of the call.
      await until(() => expect([runs().length, clock.pending]).toEqual([count, 2]));
      await clock.advance(3000);
    }
    expect(await (await running).json()).toEqual({ ok: true });
    expect(runs()).toHaveLength(3);
    expect(new Set(runs().map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  it.each([
    [401, 'unauthorized', 'lab rejected the key of this gateway'],
    [403, 'forbidden', 'As the test says'],
    [404, 'model_not_found', 'As the test says'],
  ])('may have charged a call whose result is refused with %i', async (status, errorType, reason) => {
    const { ask, runs } = await hosted((_, response) => {
      response.setHeader('Retry-After', '3');
      if (runs().length === 1) return refuse(response, 504, 'deadline_exceeded');
      if (runs().length === 2) return refuse(response, status, errorType);
      return sendJson(response, 200, { ok: true });
    });
    const running = ask('/v2/models/lab.p/m', post({}, 'mine'));
    await until(() => expect([runs().length, clock.pending]).toEqual([1, 2]));
    await clock.advance(3000);
    const failed = await running;
    expect(readResponseHeaders(failed.headers).callOutcome).toBe('protected');
    expect(await failed.json()).toMatchObject({
      error_type: 'provider_error',
      detail: `The call was sent, but its result could not be read: ${reason}`,
    });
    expect(await (await ask('/v2/models/lab.p/m', post({}, 'mine'))).json()).toEqual({ ok: true });
    expect(new Set(runs().map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  it('may have charged a call whose key is removed while it runs there, and has its result once the key is back', async () => {
    let entered: string | null = REMOTE_TOKEN;
    const { ask, runs } = await hosted(
      (_, response) => {
        if (runs().length > 1) return sendJson(response, 200, { ok: true });
        entered = null;
        response.setHeader('Retry-After', '3');
        return refuse(response, 504, 'deadline_exceeded');
      },
      () => entered,
    );
    const running = ask('/v2/models/lab.p/m', post({}, 'mine'));
    await until(() => expect([runs().length, clock.pending]).toEqual([1, 2]));
    await clock.advance(3000);
    const failed = await running;
    expect(readResponseHeaders(failed.headers).callOutcome).toBe('protected');
    expect([failed.status, await failed.json()]).toEqual([
      502,
      {
        error_type: 'provider_error',
        detail:
          'The call was sent, but its result could not be read: lab needs a key. Enter it in Flowdeck, Settings > Provider keys',
      },
    ]);
    entered = REMOTE_TOKEN;
    expect(await (await ask('/v2/models/lab.p/m', post({}, 'mine'))).json()).toEqual({ ok: true });
    expect(new Set(runs().map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  it('decides on retries by its table if there is a key, and allows none without', async () => {
    const { ask, runs } = await hosted((_, response) => refuse(response, 503, 'service_unavailable'));
    const outcomeOf = async (init: RequestInit) =>
      readResponseHeaders((await ask('/v2/models/lab.p/m', init)).headers).callOutcome;
    expect(await outcomeOf(post({}))).toBe('repeatable');
    expect(await outcomeOf({ ...post({}), headers: { 'content-type': 'application/json' } })).toBe('unknown');
    expect(runs()).toHaveLength(2);
  });

  it('does not report a rejected gateway credential as one of the caller, and exposes no credential', async () => {
    let status = 401;
    const { ask } = await hosted((_, response) =>
      status === 401
        ? refuse(response, 401, 'unauthorized', `Bad ${REMOTE_TOKEN}`)
        : refuse(response, 404, 'model_not_found', `No model for ${REMOTE_TOKEN}`),
    );
    const rejected = await ask('/v2/models/lab.p/m', post({}));
    const { error_type: type, ...said } = (await rejected.json()) as Record<string, unknown>;
    expect([rejected.status, type, JSON.stringify(said).includes(REMOTE_TOKEN)]).toEqual([
      502,
      'provider_error',
      false,
    ]);
    status = 404;
    const gone = await ask('/v2/models/lab.p/m', post({}));
    expect([gone.status, await gone.json()]).toEqual([
      404,
      { detail: 'No model for [hidden]', error_type: 'model_not_found' },
    ]);
  });
});

function refuse(response: ServerResponse, status: number, errorType: string, detail = 'As the test says'): void {
  response.setHeader('X-Service-Error-Type', errorType);
  sendJson(response, status, { detail, error_type: errorType });
}
