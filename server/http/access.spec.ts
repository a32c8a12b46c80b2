import { afterEach, describe, expect, test } from 'vitest';
import { createApp, type App } from '../app';
import type { AppSettings } from '../deps';
import { createMemoryDeps } from '../testing/memory-deps';

let app: App | null = null;
afterEach(async () => {
  await app?.close();
  app = null;
});

async function ask(
  settings: Partial<AppSettings>,
  url: string,
  { method = 'GET', ...headers }: Record<string, string> = {},
): Promise<Response> {
  await app?.close();
  app = createApp(await createMemoryDeps({ settings }));
  return app.fetch(new Request(url, { method, headers }));
}

const LOCAL = 'http://127.0.0.1:8189';
const PATH = '/api/v2/jobs';
const PAGE = 'https://console.example';

describe('the host name of a request', () => {
  test.each(['127.0.0.1:8189', 'localhost:8189', '[::1]:8189', '127.8.9.1', 'flowdeck.localhost', 'LOCALHOST'])(
    '%s is loopback',
    async (host) => {
      expect((await ask({}, `http://${host}${PATH}`)).status).toBe(200);
    },
  );

  test.each(['evil.example', '127.0.0.1.evil.example', 'localhost.evil.example', '192.168.1.9:8189', '10.0.0.1'])(
    '%s is rejected, so that DNS rebinding does not work',
    async (host) => {
      for (const path of [PATH, '/api/v2/health', '/console/session', '/console/status']) {
        const response = await ask({}, `http://${host}${path}`);
        expect(response.status).toBe(403);
        expect(await response.json()).toMatchObject({ error: { code: 'forbidden' } });
      }
    },
  );

  test('is accepted if the owner allows it, with any port, and so is the public host', async () => {
    const settings = { allowedHosts: ['Box.lan'], publicUrl: 'https://deck.example' };
    expect((await ask(settings, `http://box.lan:9000${PATH}`)).status).toBe(200);
    expect((await ask(settings, `http://deck.example${PATH}`)).status).toBe(200);
    expect((await ask(settings, `http://sub.deck.example${PATH}`)).status).toBe(403);
  });
});

describe('the origin of a call', () => {
  test.each([
    ['no browser', {}, 200],
    ['our own page', { origin: LOCAL, 'sec-fetch-site': 'same-origin' }, 200],
    ['a typed address', { 'sec-fetch-site': 'none' }, 200],
    ['a page on another port', { origin: 'http://127.0.0.1:3000', 'sec-fetch-site': 'same-site' }, 403],
    ['a page by another name', { origin: 'http://localhost:8189', 'sec-fetch-site': 'cross-site' }, 403],
    ['another site', { origin: PAGE, 'sec-fetch-site': 'cross-site' }, 403],
    ['another site that hides its origin', { origin: 'null' }, 403],
    ['an image or a link of another site', { 'sec-fetch-site': 'cross-site' }, 403],
    [
      'an image on another port',
      { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
      403,
    ],
    [
      'a frame on another port',
      { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
      403,
    ],
    [
      'a link on another port',
      { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
      200,
    ],
  ])('%s', async (_, headers, status) => {
    expect((await ask({}, LOCAL + PATH, headers)).status).toBe(status);
    expect((await ask({}, LOCAL + PATH, { ...headers, method: 'HEAD' })).status).toBe(status);
  });

  test('another site cannot submit, even with a content type that needs no preflight', async () => {
    const response = await ask({}, LOCAL + PATH, { method: 'POST', origin: PAGE, 'content-type': 'text/plain' });
    expect(response.status).toBe(403);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('behind a proxy, the page of the public origin is trusted', async () => {
    const settings = { publicUrl: 'https://deck.example' };
    expect((await ask(settings, `http://deck.example${PATH}`, { origin: 'https://deck.example' })).status).toBe(200);
    expect((await ask(settings, LOCAL + PATH, { origin: 'https://deck.example' })).status).toBe(200);
    expect((await ask(settings, LOCAL + PATH, { origin: 'https://other.example' })).status).toBe(403);
  });

  test('links use the public origin if there is one', async () => {
    const document = async (settings: Partial<AppSettings>) =>
      (await (await ask(settings, `${LOCAL}/api/v2/openapi.json`)).json()) as { servers: unknown };
    expect((await document({})).servers).toEqual([{ url: LOCAL }]);
    expect((await document({ publicUrl: 'https://deck.example' })).servers).toEqual([{ url: 'https://deck.example' }]);
  });

  test('links include the path of the public URL, and its pages are trusted by their origin', async () => {
    const settings = { publicUrl: 'https://example.org/deck' };
    const document = await (await ask(settings, 'http://example.org/api/v2/openapi.json')).json();
    expect(document).toMatchObject({ servers: [{ url: 'https://example.org/deck' }] });
    const isTrusted = async (origin: string) =>
      (await ask(settings, `http://example.org${PATH}`, { origin })).status === 200;
    expect(await isTrusted('https://example.org')).toBe(true);
    expect(await isTrusted('https://example.org.elsewhere.example')).toBe(false);
  });

  test('links do not follow the forwarding headers of a request', async () => {
    const forwarded = {
      'x-forwarded-host': 'elsewhere.example',
      'x-forwarded-proto': 'https',
      'x-forwarded-prefix': '/elsewhere',
      forwarded: 'host=elsewhere.example;proto=https',
    };
    for (const [settings, url] of [
      [{}, LOCAL],
      [{ publicUrl: 'https://example.org/deck' }, 'https://example.org/deck'],
    ] as const) {
      const document = await (await ask(settings, `${LOCAL}/api/v2/openapi.json`, forwarded)).json();
      expect(document).toMatchObject({ servers: [{ url }] });
    }
  });

  test('a signed content URL is accepted from another site, by its signature alone', async () => {
    const foreign = { 'sec-fetch-site': 'cross-site' };
    const gateway = createApp(await createMemoryDeps());
    const form = new FormData();
    form.set('content_type', 'text/plain');
    form.set('file_path', 'note.txt');
    form.set('file', new Blob(['some bytes']), 'note.txt');
    const uploaded = await gateway.fetch(new Request(`${LOCAL}/api/v2/assets`, { method: 'POST', body: form }));
    const { id, url } = (await uploaded.json()) as { id: string; url: string };
    const status = async (url: string, method = 'GET') =>
      (await gateway.fetch(new Request(url, { method, headers: foreign }))).status;
    expect(await status(url)).toBe(200);
    expect(await status(url, 'HEAD')).toBe(200);
    expect(await status(url, 'DELETE')).toBe(403);
    // Even though this gateway requires no token from other clients.
    expect(await status(`${LOCAL}/api/v2/assets/${id}/content`)).toBe(403);
    expect(await status(url.replace(/signature=.{8}/, 'signature=00000000'))).toBe(403);
    expect(await status(`${LOCAL}${PATH}${new URL(url).search}`)).toBe(403);
    await gateway.close();
  });
});

describe('every response', () => {
  test.each([
    [PATH, 'GET', 200],
    ['/api/v2/health', 'GET', 200],
    ['/api/v2/nothing', 'GET', 404],
    [PATH, 'POST', 422],
    ['/v2/models', 'GET', 200],
    ['/v2/nothing', 'GET', 404],
    ['/console/status', 'GET', 200],
    ['/console/nothing', 'GET', 404],
    ['/console/events', 'GET', 200],
  ])('%s %s forbids sniffing, embedding and referrers', async (path, method, status) => {
    const { headers, status: given } = await ask({}, LOCAL + path, { method, 'content-type': 'application/json' });
    expect(given).toBe(status);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
  });
});

describe('cross-origin reading', () => {
  const settings = { allowedOrigins: [PAGE], token: 'secret' };

  test('a preflight from a listed page needs no credential', async () => {
    const requested = { method: 'OPTIONS', origin: PAGE, 'access-control-request-method': 'POST' };
    for (const path of [PATH, '/api/v2/health', '/api/v2/jobs/x/events']) {
      const response = await ask(settings, LOCAL + path, requested);
      expect(response.status).toBe(204);
      const { headers } = response;
      expect(headers.get('access-control-allow-origin')).toBe(PAGE);
      expect(headers.get('access-control-allow-methods')).toBe('GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS');
      expect(headers.get('access-control-allow-headers')).toBe(
        'Authorization, Content-Type, If-None-Match, Idempotency-Key, X-API-Key',
      );
      expect(headers.get('access-control-allow-credentials')).toBe('true');
      expect(headers.get('access-control-max-age')).toBe('600');
      expect(headers.get('vary')).toContain('Origin');
    }
  });

  test('a listed page can read responses and rejections', async () => {
    const good = await ask(settings, LOCAL + PATH, { origin: PAGE, authorization: 'Bearer secret' });
    const rejected = await ask(settings, LOCAL + PATH, { origin: PAGE });
    expect([good.status, rejected.status]).toEqual([200, 401]);
    for (const { headers } of [good, rejected]) {
      expect(headers.get('access-control-allow-origin')).toBe(PAGE);
      expect(headers.get('access-control-expose-headers')).toMatch(
        /^Content-Range, Accept-Ranges, ETag, .*Retry-After/,
      );
      expect(headers.get('vary')).toContain('Origin');
    }
  });

  test.each(['https://console.example.evil.example', 'http://console.example', 'https://console.example:444', 'null'])(
    '%s is not the listed page',
    async (origin) => {
      for (const method of ['OPTIONS', 'GET']) {
        const response = await ask(settings, LOCAL + PATH, { method, origin, authorization: 'Bearer secret' });
        expect(response.status).toBe(403);
        expect(response.headers.get('access-control-allow-origin')).toBeNull();
      }
    },
  );

  test('without a list there are no CORS headers', async () => {
    const response = await ask({}, LOCAL + PATH, { origin: LOCAL });
    expect(response.status).toBe(200);
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});
