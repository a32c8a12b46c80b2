import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SurfaceList, type SurfaceConfig } from '@contract/console/surfaces';
import { createApp, type App } from '../../app';
import { createMemoryDeps, type MemoryDeps } from '../../testing/memory-deps';
import { MAX_SURFACES } from './surface-list';

const ORIGIN = 'http://127.0.0.1:8189';

let app: App;
let deps: MemoryDeps;
beforeEach(async () => {
  deps = await createMemoryDeps({ listeningAddress: 'http://127.0.0.1:8190' });
  app = createApp(deps);
});
afterEach(() => app.close());

function surface(id: string, changes: Partial<SurfaceConfig> = {}): SurfaceConfig {
  return {
    id,
    name: 'Studio',
    color: 'blue',
    kind: 'managed',
    baseUrl: 'https://jobs.example',
    routerBaseUrl: null,
    access: 'relay',
    routerAuth: 'bearer',
    dialect: 'service',
    ...changes,
  };
}

async function send(method: string, path: string, body?: unknown): Promise<{ status: number; text: string }> {
  const init =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  const response = await app.fetch(new Request(`${ORIGIN}/console/surfaces${path}`, { method, ...init }));
  return { status: response.status, text: await response.text() };
}

const put = (config: SurfaceConfig, credential?: string | null) =>
  send('PUT', `/${config.id}`, { surface: config, ...(credential === undefined ? {} : { credential }) });

async function list(): Promise<SurfaceList> {
  return SurfaceList.parse(JSON.parse((await send('GET', '')).text));
}

describe('configured surfaces', () => {
  test('are listed in the order of the user, with the default one', async () => {
    expect(await list()).toEqual({ surfaces: [], defaultId: 'local' });
    await put(surface('a'));
    const { text } = await put(surface('b', { routerBaseUrl: 'https://router.example' }), 'key-1');
    expect(SurfaceList.parse(JSON.parse(text)).surfaces.map(({ id, hasCredential }) => [id, hasCredential])).toEqual([
      ['a', false],
      ['b', true],
    ]);
    expect((await send('PATCH', '', { ids: ['b', 'a'], defaultId: 'b' })).status).toBe(200);
    expect(await list()).toMatchObject({ surfaces: [{ id: 'b' }, { id: 'a' }], defaultId: 'b' });
    await put(surface('b', { name: 'Renamed' }));
    expect((await list()).surfaces.map(({ name }) => name)).toEqual(['Renamed', 'Studio']);
    await send('DELETE', '/b');
    expect(await list()).toMatchObject({ surfaces: [{ id: 'a' }], defaultId: 'local' });
    expect((await send('DELETE', '/b')).status).toBe(404);
  });

  test.each([
    ['twice the same id', { ids: ['a', 'a'], defaultId: 'local' }],
    ['an unknown id', { ids: ['a', 'x'], defaultId: 'local' }],
    ['an id missing', { ids: ['a'], defaultId: 'local' }],
    ['an unknown default', { ids: ['b', 'a'], defaultId: 'x' }],
  ])('keep their order for %s', async (_, body) => {
    await put(surface('a'));
    await put(surface('b'));
    expect((await send('PATCH', '', body)).status).toBe(400);
    expect((await list()).surfaces.map(({ id }) => id)).toEqual(['a', 'b']);
  });

  test.each([
    ['an id that is not a path segment', surface('a'), { id: 'A/..' }],
    ['the id of this gateway', surface('local'), {}],
    ['no base URL at all', surface('a', { baseUrl: null }), {}],
    ['a base URL with a password', surface('a', { baseUrl: 'https://u:p@jobs.example' }), {}],
    ['a base URL of another scheme', surface('a', { baseUrl: 'file:///etc/passwd' }), {}],
    ['an unknown color', surface('a'), { color: 'neon' }],
  ])('are rejected with %s', async (_, config, changes) => {
    const { status, text } = await send('PUT', `/${config.id}`, { surface: { ...config, ...changes } });
    expect(status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({ error: { code: 'invalid_request' } });
    expect((await list()).surfaces).toEqual([]);
  });

  test('are rejected if the id differs from that of the path', async () => {
    expect((await send('PUT', '/b', { surface: surface('a') })).status).toBe(400);
  });

  test.each(['a\r\nX-Injected: 1', 'a b', ' ', 'ключ', `a${'a'.repeat(8192)}`])(
    'reject the credential %j, which is not valid in a header',
    async (credential) => {
      const { status, text } = await put(surface('a'), credential);
      expect(status).toBe(400);
      expect(text).not.toContain(`"${credential}"`);
      expect((await list()).surfaces).toEqual([]);
    },
  );

  test('are limited to fifty', async () => {
    for (let number = 0; number < MAX_SURFACES; number += 1) await put(surface(`s${number}`));
    expect((await put(surface('more'))).status).toBe(400);
    expect((await put(surface('s0', { name: 'Changed' }))).status).toBe(200);
  });

  describe('that pages reach directly', () => {
    const add = (id: string, ...origins: string[]) => send('POST', `/${id}/content-origins`, { origins });
    const originsOf = async (id: string) =>
      (await list()).surfaces.find((listed) => listed.id === id)?.contentOrigins ?? [];

    test('get the origins of their files, the newest ones, until they move', async () => {
      await put(surface('a', { access: 'direct' }));
      expect((await add('a', 'https://files.example', 'https://files.example')).status).toBe(200);
      expect(await originsOf('a')).toEqual(['https://files.example']);
      await put(surface('a', { access: 'direct', name: 'Renamed' }));
      expect(await originsOf('a')).toEqual(['https://files.example']);
      for (let number = 1; number <= 8; number += 1) await add('a', `https://files-${number}.example`);
      expect(await originsOf('a')).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((number) => `https://files-${number}.example`));
      await put(surface('a', { access: 'direct', baseUrl: 'https://moved.example' }));
      expect(await originsOf('a')).toEqual([]);
    });

    test('get no origin that a policy must not name', async () => {
      await put(surface('a', { access: 'direct' }));
      await put(surface('relayed'));
      await put(surface('plain', { access: 'direct', baseUrl: 'http://10.0.0.7:8188' }));
      await add(
        'a',
        'http://files.example',
        'https://*',
        "https://a;script-src 'self'",
        'https://jobs.example',
        'data:',
      );
      await add('relayed', 'https://files.example');
      await add('plain', 'http://10.0.0.7:9000');
      expect([await originsOf('a'), await originsOf('relayed'), await originsOf('plain')]).toEqual([
        [],
        [],
        ['http://10.0.0.7:9000'],
      ]);
      expect((await add('unknown', 'https://files.example')).status).toBe(404);
      expect((await add('a')).status).toBe(400);
    });
  });

  test.each([
    'http://127.0.0.1:8189',
    'http://localhost:8189/api',
    'http://[::1]:8189',
    'http://localhost.:8189',
    'http://deck.localhost.:8189',
    'http://0.0.0.0:8189',
    'http://[::ffff:127.0.0.1]:8189',
    'http://127.0.0.1:8190',
  ])('cannot be this gateway: %s', async (typed) => {
    const url = new URL(typed);
    const baseUrl = url.origin + (url.pathname === '/' ? '' : url.pathname);
    const { status, text } = await put(surface('loop', { baseUrl }));
    expect(status).toBe(400);
    expect(text).toContain('is this gateway');
    expect((await put(surface('other', { baseUrl: 'http://127.0.0.1:8188' }))).status).toBe(200);
  });
});

describe('the credential of a surface', () => {
  const stored = () => deps.surfaces.read().surfaces[0]?.credential;

  test('is never returned', async () => {
    const responses = [
      await put(surface('a'), 'very-secret'),
      await send('GET', ''),
      await send('PATCH', '', { ids: ['a'], defaultId: 'a' }),
      await put(surface('a', { name: 'Other' })),
      await send('DELETE', '/a'),
    ];
    for (const { status, text } of responses) {
      expect(status).toBe(200);
      expect(text).not.toContain('very-secret');
    }
  });

  test('stays when the name, the path or the order of origins changes', async () => {
    const both = { baseUrl: 'https://jobs.example', routerBaseUrl: 'https://router.example' };
    await put(surface('a', both), 'secret');
    await put(surface('a', { ...both, name: 'Other', baseUrl: 'https://jobs.example/deployment/blue' }));
    expect(stored()).toBe('secret');
    await put(surface('a', { baseUrl: 'https://router.example', routerBaseUrl: null }));
    expect(stored()).toBe('secret');
  });

  test.each([
    ['another host of the Job API', { baseUrl: 'https://elsewhere.example' }],
    ['another scheme', { baseUrl: 'http://jobs.example' }],
    ['another port', { baseUrl: 'https://jobs.example:8443' }],
    ['a router on another host', { routerBaseUrl: 'https://router.example' }],
  ])('is removed by %s', async (_, changes) => {
    await put(surface('a'), 'secret');
    await put(surface('a', changes));
    expect(stored()).toBeNull();
    await put(surface('a', changes), 'new-secret');
    expect(stored()).toBe('new-secret');
  });

  test('is removed by null', async () => {
    await put(surface('a'), 'secret');
    await put(surface('a'), null);
    expect((await list()).surfaces).toMatchObject([{ hasCredential: false }]);
  });
});

test('the routes of surfaces require the credential of the gateway', async () => {
  await app.close();
  deps = await createMemoryDeps({ settings: { token: 'a-long-enough-token' } });
  app = createApp(deps);
  expect((await send('GET', '')).status).toBe(401);
  expect((await put(surface('a'))).status).toBe(401);
  expect((await send('DELETE', '/a')).status).toBe(401);
});
