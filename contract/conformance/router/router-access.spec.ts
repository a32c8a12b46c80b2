import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApp, type App } from '@server/app';
import { createMemoryDeps } from '@server/testing/memory-deps';
import { modelPath, modelSchemaPath } from '../../router/model-id';
import { readResponseHeaders } from '../../router/headers';
import { TEST_TOKEN as TOKEN } from '../harness/target';
import { HOSTS } from '../harness/harness';
import { ECHO, pageAt, rejectionOf, run } from '../harness/router-on-surface';
import type { Surface } from '../harness/surface';

const ROUTES: readonly [string, RequestInit][] = [
  ['/v2/models', {}],
  [modelPath(ECHO), {}],
  [modelPath(ECHO), { method: 'POST', body: '{}' }],
  [modelSchemaPath(ECHO), {}],
  ['/v1/models', {}],
  ['/v1/models/scripted/echo', { method: 'POST', body: '{}' }],
];

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe.each(HOSTS)('credentials for the router $name', ({ open }) => {
  let surface: Surface;
  beforeAll(async () => {
    surface = await open({ token: TOKEN });
  });
  afterAll(() => surface.close());

  const ask = (headers: Record<string, string>) => surface.fetch('/v2/models?limit=1', { headers });

  test.each(ROUTES)('R-5.01 R-5.07 R-4.28 R-7.18 are required for %s %j', async (path, init) => {
    expect(await rejectionOf(await surface.fetch(path, init))).toMatchObject({
      status: 401,
      errorType: 'unauthorized',
    });
  });

  test('R-5.02 R-5.04 can be the gateway token, as an API key and as a bearer', async () => {
    expect((await ask({ 'x-api-key': TOKEN })).status).toBe(200);
    expect((await ask(bearer(TOKEN))).status).toBe(200);
  });

  test('R-5.05 are those of the API key header if both are sent', async () => {
    expect((await ask({ 'x-api-key': TOKEN, ...bearer('wrong') })).status).toBe(200);
    expect((await ask({ 'x-api-key': 'wrong', ...bearer(TOKEN) })).status).toBe(401);
  });

  test.each([{ 'x-api-key': '' }, { 'x-api-key': 'wrong' }, bearer('wrong'), { authorization: 'Basic eDp5' }])(
    'R-5.07 R-7.18 cannot be %j',
    async (headers) => {
      const rejection = await rejectionOf(await ask(headers));
      expect(rejection).toMatchObject({ status: 401, errorType: 'unauthorized' });
      expect(rejection.detail).not.toContain(TOKEN);
    },
  );

  test('R-9.02 are bearers only, not API keys, under the earlier prefix', async () => {
    const v1 = (headers: Record<string, string>) => surface.fetch('/v1/models', { headers });
    expect((await v1(bearer(TOKEN))).status).toBe(200);
    expect((await v1({ 'x-api-key': TOKEN })).status).toBe(401);
    expect((await v1({ 'x-api-key': 'wrong', ...bearer(TOKEN) })).status).toBe(200);
  });
});

describe.each(HOSTS.filter(({ canRestart }) => canRestart))('a gateway whose token is a JWT $name', ({ open }) => {
  test('R-5.03 accepts it as a bearer, without an API key', async () => {
    const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJsb2NhbCJ9.4pcPyMD09olPSyXnrXCjTwXyr4BsezdI1AVTmud2fU4';
    const surface = await open({ token: jwt });
    expect((await surface.fetch('/v2/models', { headers: bearer(jwt) })).status).toBe(200);
    expect((await surface.fetch('/v2/models', { headers: bearer(`${jwt}x`) })).status).toBe(401);
    await surface.close();
  });
});

describe.each(HOSTS)('cross-origin requests to the router $name', ({ open }) => {
  test('R-7.19 R-4.29 are forbidden for another site, with an error body of the router', async () => {
    const surface = await open();
    const rejection = await rejectionOf(
      await surface.fetch('/v2/models', {
        headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      }),
    );
    expect(rejection).toMatchObject({ status: 403, errorType: 'forbidden' });
    await surface.close();
  });

  test('can read the router headers from a listed page', async () => {
    const origin = 'https://app.example';
    const surface = await open({ allowedOrigins: [origin] });
    const response = await surface.fetch('/v2/models', { headers: { origin } });
    expect(response.headers.get('access-control-expose-headers')).toMatch(/X-Service-Request-Id.*Idempotent-Replayed/);
    await surface.close();
  });
});

describe.each(HOSTS)('the request id $name', ({ open }) => {
  test('R-4.01 R-4.02 R-4.74 is unique for every response, created by the server and logged', async () => {
    const surface = await open();
    const headers = { 'x-service-request-id': 'mine' };
    const responses = [
      await surface.fetch('/v2/models', { headers }),
      await surface.fetch('/v2/models', { headers }),
      await surface.fetch('/v2/models?limit=no', { headers }),
      await surface.fetch(modelPath('no/model'), { headers }),
      await surface.fetch(modelSchemaPath(ECHO), { headers: { ...headers, 'if-none-match': '*' } }),
      await run(surface, ECHO, {}, headers),
    ];
    const ids = responses.map((response) => readResponseHeaders(response.headers).requestId ?? '');
    expect(new Set([...ids, 'mine']).size).toBe(responses.length + 1);
    await surface.pass(100);
    const log = surface.logLines().join('\n');
    for (const id of ids) expect(log).toContain(id);
    await surface.close();
  });
});

describe('accounts of a hosted router', () => {
  let app: App;
  const state = { isEnabled: true, credits: true };
  beforeEach(async () => {
    Object.assign(state, { isEnabled: true, credits: true });
    const deps = await createMemoryDeps({
      ownerOf: (request) => request.headers.get('x-account') ?? 'full',
      entitlements: {
        isEnabled: () => state.isEnabled,
        maySee: (owner, id) => owner !== 'narrow' || id !== ECHO,
        mayRun: (owner) => owner !== 'looker',
        hasCredits: () => state.credits,
      },
    });
    app = createApp(deps);
    await app.start();
  });
  afterEach(() => app.close());

  const ask = (path: string, account: string, init: RequestInit = {}) =>
    app.fetch(
      new Request(`http://127.0.0.1:8189${path}`, {
        ...init,
        headers: { 'content-type': 'application/json', 'x-account': account },
      }),
    );
  const post = { method: 'POST', body: '{}' };

  test('R-5.08 R-4.29 R-7.19 get a forbidden error for a model that they are not entitled to', async () => {
    for (const [path, init] of [
      [modelPath(ECHO), {}],
      [modelPath(ECHO), post],
      [modelSchemaPath(ECHO), {}],
    ] as const) {
      expect(await rejectionOf(await ask(path, 'narrow', init))).toMatchObject({ status: 403, errorType: 'forbidden' });
    }
    expect(await rejectionOf(await ask(modelPath(ECHO), 'looker', post))).toMatchObject({ errorType: 'forbidden' });
    expect((await ask(modelPath(ECHO), 'looker')).status).toBe(200);
    expect((await ask(modelPath(ECHO), 'full', post)).status).toBe(200);
  });

  test('R-9.13 neither list nor suggest hidden models', async () => {
    const seen = (await (await ask('/v2/models?limit=100', 'narrow')).json()) as { data: { id: string }[] };
    expect(seen.data.map(({ id }) => id)).not.toContain(ECHO);
    expect((await rejectionOf(await ask('/v1/models/scripted/ecko', 'narrow'))).detail).not.toContain(ECHO);
    expect((await rejectionOf(await ask('/v1/models/scripted/ecko', 'full'))).detail).toContain(ECHO);
  });

  test.each(ROUTES)('R-5.09 R-7.30 get not_enabled for %s %j, which differs from forbidden', async (path, init) => {
    state.isEnabled = false;
    expect(await rejectionOf(await ask(path, 'full', init))).toMatchObject({ status: 403, errorType: 'not_enabled' });
  });

  test('R-1.15 R-5.09 can run jobs even if the router is not enabled', async () => {
    state.isEnabled = false;
    expect((await ask('/api/v2/jobs', 'full')).status).toBe(200);
  });

  test('R-7.15 R-7.35 without credits get 402 for a run', async () => {
    state.credits = false;
    const rejection = await rejectionOf(await ask(modelPath(ECHO), 'full', post));
    expect(rejection).toMatchObject({ status: 402, errorType: 'insufficient_credits' });
    expect((await ask('/v2/models', 'full')).status).toBe(200);
  });
});

test('R-5.02 an open gateway requires no credential', async () => {
  const [host] = HOSTS;
  const surface = await host?.open();
  expect((await pageAt(surface as Surface)).data.length).toBeGreaterThan(0);
  await surface?.close();
});
