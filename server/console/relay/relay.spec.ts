import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RELAY_HEADER, relayPath } from '@contract/console/surfaces';
import { createApp, type App } from '../../app';
import { createMemoryDeps, type MemoryDeps, type MemoryDepsOptions } from '../../testing/memory-deps';
import { VirtualClock } from '../../testing/virtual-clock';
import type { StoredSurface } from '../surfaces/surface-store';
import { RelayFailure, type RelayFetch, type RelayFetchOptions } from './relay-fetch';

const ORIGIN = 'http://127.0.0.1:8189';
const JOBS = '/console/relay/studio/jobs';
const CONTENT = `${JOBS}/api/v2/assets/0b9c/content`;

const studio: StoredSurface = {
  id: 'studio',
  name: 'Studio',
  color: 'blue',
  kind: 'managed',
  baseUrl: 'https://jobs.example/deployment/blue',
  routerBaseUrl: 'https://router.example',
  access: 'relay',
  routerAuth: 'x-api-key',
  dialect: 'service',
  credential: 'very-secret',
};

let app: App;
let deps: MemoryDeps;
/** Requests that the relay sent. */
let sent: { request: Request; options: RelayFetchOptions }[];
let answer: RelayFetch;
let logged: string[];

async function open(options: MemoryDepsOptions = {}, clock = new VirtualClock()): Promise<void> {
  logged = [];
  const note = (fields: object, message: string) => void logged.push(JSON.stringify(fields) + message);
  deps = await createMemoryDeps(
    {
      relayFetch: (request, options) => {
        sent.push({ request, options });
        return answer(request, options);
      },
      log: { info: note, warn: note, error: note },
      ...options,
    },
    clock,
  );
  deps.surfaces.write({
    surfaces: [
      studio,
      { ...studio, id: 'direct', access: 'direct' },
      { ...studio, id: 'jobs-only', routerBaseUrl: null, credential: null },
    ],
    defaultId: 'local',
  });
  app = createApp(deps);
}
beforeEach(async () => {
  sent = [];
  answer = () => Promise.resolve(Response.json({ ok: true }));
  await open();
});
afterEach(() => app.close());

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  app.fetch(new Request(ORIGIN + path, { method, headers }));

/** Sets responses by URL; a string is a redirect with this `Location`. */
function responseBy(responses: Record<string, string | Response>): void {
  answer = ({ url }) => {
    const found = responses[url] ?? new Response(null, { status: 404 });
    return Promise.resolve(
      typeof found === 'string' ? new Response(null, { status: 302, headers: { location: found } }) : found,
    );
  };
}

const sentUrls = () => sent.map(({ request }) => request.url);
const sentCredentials = () => sent.map(({ request }) => request.headers.get('authorization'));

async function codeOf(response: Response): Promise<string> {
  expect(response.headers.get(RELAY_HEADER)).toBe('error');
  return ((await response.json()) as { error: { code: string } }).error.code;
}

describe('the relay', () => {
  test('sends a request to the same path of the surface, with the credential of the surface', async () => {
    const response = await get(
      `${relayPath('studio', 'jobs', 'https://jobs.example/deployment/blue/api/v2/jobs')}?limit=2`,
    );
    expect(response.status).toBe(200);
    expect(response.headers.get(RELAY_HEADER)).toBe('surface');
    expect(await response.json()).toEqual({ ok: true });
    expect(sentUrls()).toEqual(['https://jobs.example/deployment/blue/api/v2/jobs?limit=2']);
    expect(sentCredentials()).toEqual(['Bearer very-secret']);
    await get('/console/relay/studio/router/v2/models');
    expect(sent[1]?.request.url).toBe('https://router.example/v2/models');
    expect(sent[1]?.request.headers.get('x-api-key')).toBe('very-secret');
    expect(sent[1]?.request.headers.get('authorization')).toBeNull();
    await get('/console/relay/jobs-only/jobs/api/v2/jobs');
    expect(sent[2]?.request.headers.get('authorization')).toBeNull();
  });

  test('sends bodies, and waits longer for runs than for reads', async () => {
    answer = async (request) => new Response(await request.text(), { headers: { 'content-type': 'application/json' } });
    const post = (path: string) =>
      app.fetch(
        new Request(ORIGIN + path, {
          method: 'POST',
          body: '{"n":1}',
          headers: { 'content-type': 'application/json' },
        }),
      );
    expect(await (await post(`${JOBS}/api/v2/jobs`)).text()).toBe('{"n":1}');
    await post('/console/relay/studio/router/v2/models/a/b');
    await get(`${JOBS}/api/v2/jobs/1/events`, { accept: 'text/event-stream' });
    expect(sent.map(({ options }) => [options.headersMs, options.idleMs])).toEqual([
      [120_000, 60_000],
      [660_000, 60_000],
      [30_000, 90_000],
    ]);
  });

  test('ends JSON that does not end, but no file and no event stream', async () => {
    const clock = new VirtualClock();
    await app.close();
    await open({}, clock);
    const bodyOf = async (type: string, path = `${JOBS}/api/v2/jobs`) => {
      let cancelled = false;
      const drip = new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode('{')),
        cancel: () => void (cancelled = true),
      });
      answer = () => Promise.resolve(new Response(drip, { headers: { 'content-type': type } }));
      const response = await get(path);
      let end = 'open';
      void response.text().then(
        () => (end = 'complete'),
        () => (end = 'cut'),
      );
      return { end: () => end, isCancelled: () => cancelled };
    };
    const json = await bodyOf('application/json; charset=utf-8');
    const problem = await bodyOf('application/problem+json');
    const events = await bodyOf('text/event-stream');
    const file = await bodyOf('application/json', CONTENT);
    await clock.advance(89_000);
    expect([json, problem].map(({ end }) => end())).toEqual(['open', 'open']);
    await clock.advance(2000);
    expect([json, problem, events, file].map(({ end }) => end())).toEqual(['cut', 'cut', 'open', 'open']);
    expect([json, problem, events, file].map((each) => each.isCancelled())).toEqual([true, true, false, false]);
  });

  test('ends JSON that is larger than the console reads', async () => {
    const part = new Uint8Array(16 * 1024 * 1024).fill(32);
    let count = 0;
    const body = new ReadableStream({
      pull: (controller) => {
        count += 1;
        controller.enqueue(part);
      },
    });
    answer = () => Promise.resolve(new Response(body, { headers: { 'content-type': 'application/json' } }));
    const reader = (await get(`${JOBS}/api/v2/jobs`)).body?.getReader();
    const readAll = async () => {
      for (let each = 0; each < 40; each += 1) await reader?.read();
    };
    await expect(readAll()).rejects.toThrow(/has more than \d+ bytes/);
    expect(count).toBeLessThan(12);
  });

  test('forwards nothing that identifies the user, the page or the connection', async () => {
    await get(`${JOBS}/api/v2/jobs`, {
      cookie: 'flowdeck_x=1',
      origin: ORIGIN,
      referer: `${ORIGIN}/studio/jobs`,
      'x-api-key': 'of-the-caller',
      'x-flowdeck-session': 'proof',
      forwarded: 'for=10.0.0.1',
      'x-forwarded-for': '10.0.0.1',
      'sec-fetch-site': 'same-origin',
      connection: 'keep-alive, x-hop',
      'x-hop': '1',
      te: 'trailers',
      'user-agent': 'A browser',
      'x-original-url': '/admin',
      'x-http-method-override': 'DELETE',
      'fastly-client-ip': '10.0.0.1',
      'idempotency-key': 'key-1',
      'if-none-match': '"a"',
      range: 'bytes=0-1',
    });
    expect(Object.fromEntries(sent[0]?.request.headers ?? [])).toEqual({
      authorization: 'Bearer very-secret',
      'idempotency-key': 'key-1',
      'if-none-match': '"a"',
      range: 'bytes=0-1',
      'user-agent': 'Flowdeck/0.0.0-test',
      'x-flowdeck-relayed': '1',
    });
  });

  test('forwards no header of a surface that changes how a browser treats this origin', async () => {
    answer = () =>
      Promise.resolve(
        Response.json(
          {},
          {
            headers: {
              'set-cookie': 'a=b',
              'content-security-policy': "default-src *; script-src 'unsafe-inline'",
              'access-control-allow-origin': '*',
              'alt-svc': 'h3=":443"',
              'clear-site-data': '"*"',
              refresh: '0; url=https://evil.example',
              link: '<https://evil.example/x.js>; rel=preload; as=script',
              'service-worker-allowed': '/',
              'www-authenticate': 'Basic realm="x"',
              'strict-transport-security': 'max-age=99999999; includeSubDomains',
              'x-flowdeck-relay': 'error',
              'x-flowdeck-call-outcome': 'never-ran',
              location: 'https://evil.example',
              'x-comfy-request-id': 'req-of-surface',
              'retry-after': '7',
              etag: '"1"',
              'cache-control': 'public, s-maxage=60, max-age=5',
            },
          },
        ),
      );
    const { headers } = await get(`${JOBS}/api/v2/jobs`);
    expect(Object.fromEntries(headers)).toEqual({
      'content-type': 'application/json',
      'cache-control': 'private, max-age=5',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'cross-origin-resource-policy': 'same-origin',
      etag: '"1"',
      'referrer-policy': 'no-referrer',
      'retry-after': '7',
      'x-comfy-request-id': 'req-of-surface',
      'x-content-type-options': 'nosniff',
      'x-flowdeck-relay': 'surface',
    });
  });

  test.each([
    ['text/html', 'application/octet-stream', 'attachment'],
    ['image/svg+xml', 'image/svg+xml', 'attachment'],
    ['application/xhtml+xml', 'application/octet-stream', 'attachment'],
    ['text/javascript', 'application/octet-stream', 'attachment'],
    ['application/pdf', 'application/octet-stream', 'attachment'],
    ['image/png;, text/html', 'application/octet-stream', 'attachment'],
    ['multipart/x-mixed-replace', 'application/octet-stream', 'attachment'],
    ['', 'application/octet-stream', 'attachment'],
    ['image/png', 'image/png', 'inline'],
    ['video/mp4', 'video/mp4', 'inline'],
    ['model/gltf-binary', 'model/gltf-binary', 'attachment'],
  ])(
    'serves third-party bytes of type %j as %s, which cannot run in this origin',
    async (type, expected, disposition) => {
      for (const path of [CONTENT, `${JOBS}/some/page`]) {
        answer = () =>
          Promise.resolve(
            new Response('<script>alert(1)</script>', {
              headers: { 'content-type': type, 'content-disposition': 'inline; filename="render.bin"' },
            }),
          );
        const { headers } = await get(path);
        expect(headers.get('content-type')).toBe(expected);
        expect(headers.get('content-disposition')).toBe(`${disposition}; filename="render.bin"`);
        expect(headers.get('x-content-type-options')).toBe('nosniff');
        expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'.*; sandbox/);
      }
    },
  );

  test('leaves JSON and event streams unchanged', async () => {
    for (const type of ['application/json', 'application/problem+json', 'text/event-stream']) {
      answer = () => Promise.resolve(new Response('x', { headers: { 'content-type': type } }));
      const { headers } = await get(`${JOBS}/api/v2/jobs/1/events`);
      expect(headers.get('content-type')).toBe(type);
      expect(headers.get('content-disposition')).toBeNull();
    }
  });

  test('keeps the type of a stored file on a 304', async () => {
    answer = () => Promise.resolve(new Response(null, { status: 304, headers: { etag: '"1"' } }));
    const response = await get(CONTENT, { 'if-none-match': '"1"' });
    expect(response.status).toBe(304);
    expect(response.headers.get('content-disposition')).toBeNull();
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
  });

  test.each(['script', 'style', 'iframe', 'worker', 'object'])('never serves a %s', async (use) => {
    expect(await codeOf(await get(CONTENT, { 'sec-fetch-dest': use, 'sec-fetch-site': 'same-origin' }))).toBe(
      'forbidden',
    );
    expect(sent).toEqual([]);
  });
});

describe('the relay is not an open proxy', () => {
  test.each([
    ['a surface that is not configured', '/console/relay/unknown/jobs/api/v2/jobs', 'not_found'],
    ['this gateway', '/console/relay/local/jobs/api/v2/jobs', 'not_found'],
    ['a surface that pages reach directly', '/console/relay/direct/jobs/api/v2/jobs', 'not_found'],
    ['an API that the surface does not have', '/console/relay/jobs-only/router/v2/models', 'not_found'],
    ['another target', '/console/relay/studio/admin/x', 'not_found'],
    ['a host in the path', `${JOBS}//evil.example/api/v2/jobs`, 'invalid_request'],
    ['encoded steps upwards', `${JOBS}/api/v2/jobs/..%2f..%2fadmin`, 'invalid_request'],
    ['a step upwards inside of an ID', `${JOBS}/api/v2/jobs/a%2F..%2Fb`, 'invalid_request'],
    ['a step upwards with encoded dots', `${JOBS}/api/v2/jobs/a%2f%2e%2E%2fadmin`, 'invalid_request'],
    ['a step that was encoded twice', `${JOBS}/api/v2/jobs/%252e%252e%252fadmin`, 'invalid_request'],
    ['a step that was encoded three times', `${JOBS}/api/v2/jobs/%25252e%25252e%25252fadmin`, 'invalid_request'],
    ['a step that stays', `${JOBS}/api/v2/jobs/.%2fadmin`, 'invalid_request'],
    ['an encoded slash at the start', `${JOBS}/%2Fevil.example/api/v2/jobs`, 'invalid_request'],
    ['two encoded slashes', `${JOBS}/api/v2/jobs/a%2F%2Fevil.example`, 'invalid_request'],
    ['an encoded slash at the end', `${JOBS}/api/v2/jobs/..%2F`, 'invalid_request'],
    ['an encoded backslash', `${JOBS}/api/v2/jobs/..%5cadmin`, 'invalid_request'],
    ['an encoded line break', `${JOBS}/api/v2/jobs/a%0d%0aX-Injected:%201`, 'invalid_request'],
    ['dots that lead out of the relay', `${JOBS}/../../../../api/v2/jobs`, ''],
    ['encoded dots that lead out of the relay', `${JOBS}/%2e%2e/%2E%2e/other/jobs/x`, 'not_found'],
  ])('does not reach %s', async (_, path, code) => {
    const response = await get(path);
    // The last but one is a request to this gateway itself.
    expect(code === '' ? '' : await codeOf(response)).toBe(code);
    expect(sent).toEqual([]);
  });

  test.each([
    ['a job', `/api/v2/jobs/9f.a%2Bb%2Fc%3D`],
    ['its workflow', `/api/v2/jobs/9f.a%2Bb%2Fc%3D/workflow`],
    ['content', `/api/v2/assets/9f.a%2Bb%2Fc%3D/content?filename=a.png`],
    ['an ID with dots that are not a path step', `/api/v2/jobs/..a%2Fb..%2F...`],
    ['an ID that looks encoded', `/api/v2/jobs/50%252Foff`],
  ])('forwards the encoded slash of an ID unchanged: %s', async (_, path) => {
    expect((await get(JOBS + path)).status).toBe(200);
    expect(sentUrls()).toEqual([`https://jobs.example${path}`]);
  });

  test('follows the redirect of content whose ID has an encoded slash', async () => {
    responseBy({
      'https://jobs.example/api/v2/assets/a%2Fb/content': 'https://storage.example/1',
      'https://storage.example/1': new Response('bytes'),
    });
    expect(await (await get(`${JOBS}/api/v2/assets/a%2Fb/content`)).text()).toBe('bytes');
    expect(sentCredentials()).toEqual(['Bearer very-secret', null]);
  });

  test.each([`${JOBS}/@evil.example/`, `${JOBS}/\\evil.example/`, `${JOBS}/.evil.example`, `${JOBS}/:80/`])(
    'sends %s to no other host',
    async (path) => {
      await get(path);
      for (const url of sentUrls()) expect(new URL(url).origin).toBe('https://jobs.example');
    },
  );

  test('does not relay a request from another relay, so that there are no loops', async () => {
    expect(await codeOf(await get(`${JOBS}/api/v2/jobs`, { 'x-flowdeck-relayed': '1' }))).toBe('forbidden');
    expect(sent).toEqual([]);
  });
});

describe('redirects of a surface', () => {
  const storage = 'https://storage.example/b/1?signature=s';
  const content = 'https://jobs.example/api/v2/assets/0b9c/content';

  test('are followed within the origin of the surface, with the credential unless it is a file', async () => {
    const list = 'https://jobs.example/api/v2/jobs';
    responseBy({
      [content]: '/moved/1',
      'https://jobs.example/moved/1': new Response('bytes'),
      [list]: '/api/v2/all',
      'https://jobs.example/api/v2/all': Response.json({}),
    });
    expect(await (await get(CONTENT)).text()).toBe('bytes');
    expect((await get(`${JOBS}/api/v2/jobs`)).status).toBe(200);
    expect(sentCredentials()).toEqual(['Bearer very-secret', null, 'Bearer very-secret', 'Bearer very-secret']);
    expect(sent.map(({ options }) => options.redirectedBy)).toEqual([undefined, undefined, undefined, undefined]);
  });

  test('are followed to another host without the credential, and for content only', async () => {
    responseBy({
      [content]: storage,
      [storage]: 'https://jobs.example/again',
      'https://jobs.example/again': new Response('x'),
    });
    const response = await get(CONTENT, { range: 'bytes=0-4', 'x-service-trace': '1' });
    expect(response.status).toBe(200);
    expect(sentUrls()).toEqual([content, storage, 'https://jobs.example/again']);
    expect(sentCredentials()).toEqual(['Bearer very-secret', null, null]);
    // The HTTP client of the product lets none of these into a private network.
    expect(sent.map(({ options }) => options.redirectedBy?.headers.get('location'))).toEqual([
      undefined,
      storage,
      storage,
    ]);
    expect(Object.fromEntries(sent[1]?.request.headers ?? [])).toEqual({
      range: 'bytes=0-4',
      'user-agent': 'Flowdeck/0.0.0-test',
    });
  });

  test.each([
    ['of another request than content', `${JOBS}/api/v2/jobs`, 'https://elsewhere.example/'],
    ['from https to http', CONTENT, 'http://storage.example/1'],
    ['to a URL with a password', CONTENT, 'https://u:p@storage.example/1'],
    ['to another scheme', CONTENT, 'file:///etc/passwd'],
    ['in a circle', CONTENT, '/api/v2/assets/0b9c/content'],
  ])('%s are an error', async (_, path, location) => {
    answer = () => Promise.resolve(new Response(null, { status: 307, headers: { location } }));
    const response = await get(path);
    expect(response.status).toBe(502);
    expect(await codeOf(response)).toBe('surface_redirect');
    for (const { request } of sent) expect(new URL(request.url).origin).toBe('https://jobs.example');
  });

  test('are an error if they lead to this gateway', async () => {
    deps.surfaces.write({ surfaces: [{ ...studio, baseUrl: 'http://192.168.1.5:8188' }], defaultId: 'local' });
    answer = () => Promise.resolve(new Response(null, { status: 302, headers: { location: `${ORIGIN}/api/v2/jobs` } }));
    const response = await get(CONTENT);
    expect(await response.clone().text()).toContain('redirects to this gateway, which is never followed');
    expect(await codeOf(response)).toBe('surface_redirect');
    expect(sent).toHaveLength(1);
  });

  test('are an error for a request with a body, which is not sent twice', async () => {
    answer = () => Promise.resolve(new Response(null, { status: 307, headers: { location: '/elsewhere' } }));
    const response = await app.fetch(new Request(`${ORIGIN}${JOBS}/api/v2/jobs`, { method: 'POST', body: '{}' }));
    expect(await codeOf(response)).toBe('surface_redirect');
    expect(sent).toHaveLength(1);
  });
});

describe('content of a surface without the content operation', () => {
  const storage = 'https://storage.example/b/1?signature=s';
  const content = 'https://jobs.example/api/v2/assets/0b9c/content';
  const asset = 'https://jobs.example/api/v2/assets/0b9c';
  const job = 'https://jobs.example/deployment/blue/api/v2/jobs/j%2F1';
  const ofJob = `${CONTENT}?flowdeck_job=j%2F1`;
  const jobWith = (url: unknown, id = '0b9c') => Response.json({ id: 'j/1', outputs: [{ id: 'other' }, { id, url }] });

  test.each([404, 405, 501])(
    'that responds with %i is at the link of the asset, without the credential',
    async (status) => {
      responseBy({
        [content]: new Response(null, { status }),
        [asset]: Response.json({ id: '0b9c', url: storage }),
        [storage]: new Response('bytes'),
      });
      expect(await (await get(CONTENT, { range: 'bytes=0-4' })).text()).toBe('bytes');
      expect(sentUrls()).toEqual([content, asset, storage]);
      expect(sentCredentials()).toEqual(['Bearer very-secret', 'Bearer very-secret', null]);
      expect(sent.map(({ request }) => request.headers.get('range'))).toEqual(['bytes=0-4', null, 'bytes=0-4']);
      // Guarded as a redirect: into a private network only at the address of the surface.
      expect(sent.map(({ options }) => options.redirectedBy?.url)).toEqual([undefined, undefined, '']);
    },
  );

  test('is at the link of the job that the page names, if there is no such asset', async () => {
    responseBy({ [job]: jobWith(storage), [storage]: new Response('bytes') });
    expect(await (await get(ofJob)).text()).toBe('bytes');
    expect(sentUrls()).toEqual([content, asset, job, storage]);
    expect(sentCredentials()).toEqual([...Array<string>(3).fill('Bearer very-secret'), null]);
  });

  test.each([
    ['another output', ofJob, jobWith(storage, 'another')],
    ['no link', ofJob, jobWith(null)],
    ['no JSON', ofJob, new Response('<html>')],
    ['no job', CONTENT, jobWith(storage)],
    ['a step instead of a job', `${CONTENT}?flowdeck_job=..`, jobWith(storage)],
  ])('is not found with %s, and no other host is asked', async (_, path, response) => {
    responseBy({ [job]: response });
    expect((await get(path)).status).toBe(404);
    for (const url of sentUrls()) expect(new URL(url).origin).toBe('https://jobs.example');
    for (const url of sentUrls()) expect(url).not.toContain('flowdeck_job');
  });

  test.each([
    ['http', 'http://storage.example/1'],
    ['a password', 'https://u:p@storage.example/1'],
    ['another scheme', 'file:///etc/passwd'],
  ])('is not read from a link with %s', async (_, link) => {
    responseBy({ [job]: jobWith(link) });
    expect(await codeOf(await get(ofJob))).toBe('surface_redirect');
  });

  test('is asked for by no other request', async () => {
    responseBy({ [asset]: Response.json({ id: '0b9c', url: storage }) });
    expect((await get(`${JOBS}/api/v2/jobs/0b9c?flowdeck_job=j1`)).status).toBe(404);
    expect(sentUrls()).toEqual(['https://jobs.example/api/v2/jobs/0b9c?flowdeck_job=j1']);
  });
});

describe('errors of the relay', () => {
  test.each([
    ['refused', 502, 'surface_unreachable'],
    ['blocked', 502, 'surface_unreachable'],
    ['timeout', 504, 'surface_timeout'],
    ['tls', 502, 'surface_tls'],
    ['private_network', 502, 'surface_redirect'],
    ['invalid_response', 502, 'surface_invalid_response'],
  ] as const)('%s is %i %s, and names the surface', async (kind, status, code) => {
    answer = () => Promise.reject(new RelayFailure(kind, 'refused the connection'));
    const response = await get(`${JOBS}/api/v2/jobs`);
    expect(response.status).toBe(status);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.clone().json()).toMatchObject({
      error: { message: 'Studio (jobs.example) refused the connection' },
    });
    expect(await codeOf(response)).toBe(code);
  });

  test('contain no credential, and neither does the log', async () => {
    answer = ({ headers }) =>
      Promise.reject(new RelayFailure('refused', 'refused', { cause: Object.fromEntries(headers) }));
    const failed = await get(`${JOBS}/api/v2/jobs?token=in-the-query`);
    answer = () => Promise.resolve(Response.json({ error: { code: 'unauthorized', message: 'x' } }, { status: 401 }));
    const unauthorized = await get(`${JOBS}/api/v2/jobs`);
    expect(unauthorized.status).toBe(401);
    expect(unauthorized.headers.get(RELAY_HEADER)).toBe('surface');
    const text = [await failed.text(), await unauthorized.text(), ...logged].join('\n');
    expect(logged.length).toBeGreaterThan(1);
    expect(text).not.toContain('very-secret');
    expect(text).not.toContain('in-the-query');
  });

  test('are reported if this gateway has no network', async () => {
    await app.close();
    deps = await createMemoryDeps();
    deps.surfaces.write({ surfaces: [studio], defaultId: 'local' });
    app = createApp(deps);
    expect(await codeOf(await get(`${JOBS}/api/v2/jobs`))).toBe('not_implemented');
  });
});

describe('a relay of a gateway with a token', () => {
  const token = 'a-long-enough-token';
  let cookie: string;
  let proof: string;
  beforeEach(async () => {
    await app.close();
    await open({ settings: { token } });
    const signIn = await app.fetch(
      new Request(`${ORIGIN}/console/session`, {
        method: 'POST',
        body: JSON.stringify({ token }),
        headers: { 'content-type': 'application/json' },
      }),
    );
    cookie = signIn.headers.get('set-cookie')?.split(';')[0] ?? '';
    ({ proof } = (await signIn.json()) as { proof: string });
  });

  test('requires the credential of the gateway, which the surface never sees', async () => {
    expect(await codeOf(await get(`${JOBS}/api/v2/jobs`))).toBe('unauthorized');
    expect(await codeOf(await get('/console/relay/unknown/jobs/api/v2/jobs'))).toBe('unauthorized');
    expect((await get(`${JOBS}/api/v2/jobs`, { authorization: `Bearer ${token}` })).status).toBe(200);
    expect((await get(`${JOBS}/api/v2/jobs`, { cookie, 'x-flowdeck-session': proof })).status).toBe(200);
    expect(sentCredentials()).toEqual(['Bearer very-secret', 'Bearer very-secret']);
  });

  test('sends content to an image of its own page, which carries the cookie alone', async () => {
    const own = { cookie, 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' };
    expect((await get(CONTENT, own)).status).toBe(200);
    expect((await get(CONTENT, own, 'HEAD')).status).toBe(200);
    expect((await get('/console/relay/studio/jobs/deployment/blue/api/v2/assets/0b9c/content', own)).status).toBe(200);
  });

  test.each([
    ['without any cookie', CONTENT, { 'sec-fetch-site': 'same-origin' }, 'GET'],
    ['from elsewhere', CONTENT, { 'sec-fetch-site': 'none' }, 'GET'],
    ['that do not identify the page', CONTENT, {}, 'GET'],
    ['with a wrong token', CONTENT, { 'sec-fetch-site': 'same-origin', authorization: 'Bearer wrong' }, 'GET'],
    ['for another operation', `${JOBS}/api/v2/jobs`, { 'sec-fetch-site': 'same-origin' }, 'GET'],
    ['for the asset itself', `${JOBS}/api/v2/assets/0b9c`, { 'sec-fetch-site': 'same-origin' }, 'GET'],
    ['below another path', `${JOBS}/admin/x/api/v2/assets/a/content`, { 'sec-fetch-site': 'same-origin' }, 'GET'],
    [
      'with a path in a query',
      `${JOBS}/admin%3fx=/api/v2/assets/a/content`,
      { 'sec-fetch-site': 'same-origin' },
      'GET',
    ],
    ['that write', CONTENT, { 'sec-fetch-site': 'same-origin' }, 'POST'],
    ['that delete', CONTENT, { 'sec-fetch-site': 'same-origin' }, 'DELETE'],
  ])('rejects requests %s', async (name, path, headers, method) => {
    const sentCookie: Record<string, string> = name === 'without any cookie' ? {} : { cookie };
    expect(await codeOf(await get(path, { ...sentCookie, ...headers }, method))).toBe('unauthorized');
    expect(sent).toEqual([]);
  });

  test.each(['PROPFIND', 'PURGE'])('does not relay %s', async (method) => {
    const response = await get(`${JOBS}/api/v2/jobs`, { authorization: `Bearer ${token}` }, method);
    expect([response.status, response.headers.get('allow')]).toEqual([405, expect.stringContaining('PATCH')]);
    expect(sent).toEqual([]);
  });

  test('rejects the cookie of an ended session', async () => {
    await get('/console/session', { cookie, 'x-flowdeck-session': proof }, 'DELETE');
    expect(await codeOf(await get(CONTENT, { cookie, 'sec-fetch-site': 'same-origin' }))).toBe('unauthorized');
  });
});
