import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { isIP, type AddressInfo, type LookupFunction } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApp, type App } from '../app';
import type { ComfyuiConnection } from '../engines/engine';
import type { Network } from '../router/hosting/guarded-agent';
import { createPublicFetch } from '../router/hosting/ssrf-safe-fetch';
import { StoredResultUrls } from '../router/hosting/result-url-allowlist';
import { createMemoryDeps, type MemoryDeps } from '../testing/memory-deps';
import { MAX_BODY_MS } from './fetch-url';

// Real sockets behind a resolver of the test: 127.0.0.2 counts as a public address, 127.0.0.1 is a private network.
const PUBLIC = '127.0.0.2';
const PRIVATE = '127.0.0.1';
const MAX_BYTES = 1000;

const names: Record<string, string> = { 'site.test': PUBLIC, 'inside.test': PRIVATE, localhost: PRIVATE };
const resolve: LookupFunction = (hostname, options, callback) => {
  const address = names[hostname];
  if (address === undefined) return callback(Object.assign(new Error('no name'), { code: 'ENOTFOUND' }), '', 0);
  if (options.all === true) callback(null, [{ address, family: isIP(address) }]);
  else callback(null, address, isIP(address));
};

type Answer = (response: ServerResponse) => void;
const file =
  (headers: Record<string, string> = {}, body = 'bytes'): Answer =>
  (response) =>
    response.writeHead(200, headers).end(body);
const redirect =
  (location: string): Answer =>
  (response) =>
    response.writeHead(302, { location }).end();

let answers: Record<string, Answer>;
let asked: IncomingMessage[];
let site: Server;
let inside: Server;
let siteUrl: string;
let insideUrl: string;
let network: Network;
let fetchPublic: ReturnType<typeof createPublicFetch>;
let deps: MemoryDeps;
let app: App;

async function serve(host: string): Promise<Server> {
  const server = createServer((request, response) => {
    asked.push(request);
    const answer = answers[request.url ?? ''];
    if (answer) answer(response);
    else response.writeHead(404).end();
  });
  server.listen(0, host);
  await once(server, 'listening');
  return server;
}
const portOf = (server: Server) => (server.address() as AddressInfo).port;

beforeAll(async () => {
  site = await serve(PUBLIC);
  siteUrl = `http://site.test:${portOf(site)}`;
  inside = await serve(PRIVATE);
  insideUrl = `http://${PRIVATE}:${portOf(inside)}`;
});
beforeEach(async () => {
  answers = {};
  asked = [];
  network = { resolve, isPublic: (address) => address === PUBLIC, ownPort: null };
  fetchPublic = createPublicFetch({ network });
  deps = await createMemoryDeps({ settings: { maxUploadBytes: MAX_BYTES } });
  deps.results = { fetchPublic, trustedOrigins: new Set(), seen: new StoredResultUrls(deps) };
  app = createApp(deps);
});
afterEach(async () => {
  await app.close();
  await fetchPublic.close();
});
afterAll(() => {
  for (const server of [site, inside]) {
    server.closeAllConnections();
    server.close();
  }
});

const post = (url: unknown, headers: Record<string, string> = {}) =>
  app.fetch(
    new Request('http://127.0.0.1:8189/console/fetch-url', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ url }),
    }),
  );

/** The status and the details of a rejection. */
async function rejection(url: string) {
  const response = await post(url);
  const { error } = (await response.json()) as { error: { details: object } };
  return { httpStatus: response.status, ...error.details };
}

function connectComfyui(url: string): void {
  const connection: ComfyuiConnection = {
    url,
    state: 'here',
    version: null,
    memory: null,
    unreachableSince: null,
    queue: null,
  };
  Object.assign(deps.engine, { comfyui: () => connection });
}

const COOKIE = { cookie: 'flowdeck=1', referer: 'http://127.0.0.1:8189/', authorization: 'Bearer of-the-caller' };

describe('a file of another site', () => {
  test('is sent as bytes that neither run nor are displayed, with its name and type', async () => {
    answers['/a/flow%20one.png?sig=1'] = file({ 'content-type': 'image/svg+xml', 'set-cookie': 'a=b' });
    const response = await post(`${siteUrl}/a/flow%20one.png?sig=1`);
    expect([response.status, await response.text()]).toEqual([200, 'bytes']);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename="flow one.png"',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'x-flowdeck-fetched-type': 'image/svg+xml',
    });
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
    expect(response.headers.get('set-cookie')).toBeNull();
  });

  test('is requested without cookie, credential or referrer', async () => {
    answers['/a.png'] = file();
    expect((await post(`${siteUrl}/a.png`, COOKIE)).status).toBe(200);
    expect(asked.map(({ headers }) => Object.keys(headers).sort())).toEqual([
      ['accept', 'connection', 'host', 'user-agent'],
    ]);
  });

  test.each([
    ['the header', `/x?id=1`, { 'content-disposition': `attachment; filename*=UTF-8''%C3%A9t%C3%A9.png` }, 'été.png'],
    ['a header without a type', '/x', { 'content-disposition': 'filename="out.webp"' }, 'out.webp'],
    ['a header, without its folders', '/x', { 'content-disposition': 'attachment; filename="../../e.png"' }, 'e.png'],
    ['the path', '/deep/%E8%8A%B1.json', {}, '花.json'],
  ])('is named by %s', async (_, path, headers, name) => {
    answers[path] = file(headers);
    const disposition = (await post(siteUrl + path)).headers.get('content-disposition') ?? '';
    const [, encoded] = /filename\*=UTF-8''(.+)/.exec(disposition) ?? [];
    expect(encoded === undefined ? /"(.+)"/.exec(disposition)?.[1] : decodeURIComponent(encoded)).toBe(name);
  });

  test('is named by the path that has an extension, before or after a redirect', async () => {
    answers['/flow.json'] = redirect('/blobs/0a1b');
    answers['/download/7'] = redirect('/blobs/flow.zip');
    answers['/blobs/0a1b'] = file();
    answers['/blobs/flow.zip'] = file();
    const nameOf = async (path: string) => (await post(siteUrl + path)).headers.get('content-disposition');
    expect(await nameOf('/flow.json')).toContain('"flow.json"');
    expect(await nameOf('/download/7')).toContain('"flow.zip"');
  });

  test('needs the token of the gateway', async () => {
    deps.settings = { ...deps.settings, token: 'a-token-of-16-chars' };
    app = createApp(deps);
    expect((await post(`${siteUrl}/a.png`)).status).toBe(401);
    expect((await post(`${siteUrl}/a.png`, { origin: 'https://evil.example' })).status).toBe(403);
    expect(asked).toEqual([]);
  });

  test('is not available in a gateway without a network', async () => {
    delete deps.results;
    app = createApp(deps);
    expect((await post(`${siteUrl}/a.png`)).status).toBe(501);
  });
});

describe('a pasted URL', () => {
  test.each([
    ['http://127.0.0.1:1/a', 'private'],
    ['http://[::1]:1/a', 'private'],
    ['http://[::ffff:127.0.0.1]:1/a', 'private'],
    ['http://2130706433:1/a', 'private'],
    ['http://10.0.0.1/a', 'private'],
    ['http://192.168.1.20/a', 'private'],
    ['http://169.254.169.254/latest/meta-data', 'private'],
    ['http://inside.test:1/a', 'private'],
    ['http://127.0.0.1:8189/api/v2/jobs', 'this_gateway'],
    ['http://localhost:8189/api/v2/jobs', 'this_gateway'],
    ['http://0.0.0.0:8189/api/v2/jobs', 'this_gateway'],
    ['http://nowhere.test/a', 'name'],
    ['file:///etc/passwd', 'scheme'],
    ['ftp://site.test/a', 'scheme'],
    ['https://me:secret@site.test/a', 'password'],
    ['not a URL', 'invalid'],
  ])('%s is rejected as %s', async (url, problem) => {
    expect(await rejection(url)).toMatchObject({ httpStatus: 422, problem });
    expect(asked).toEqual([]);
  });

  test('leads to no private address by a redirect, not even to a connected ComfyUI', async () => {
    connectComfyui(insideUrl);
    for (const [path, location] of [
      ['/literal', `${insideUrl}/view?filename=a.png`],
      ['/name', `http://inside.test:${portOf(inside)}/a`],
      ['/metadata', 'http://169.254.169.254/latest'],
    ] as const) {
      answers[path] = redirect(location);
      const { host } = new URL(location);
      expect(await rejection(siteUrl + path)).toMatchObject({ httpStatus: 422, problem: 'private', host });
    }
    answers['/file'] = redirect('file:///etc/passwd');
    expect(await rejection(`${siteUrl}/file`)).toMatchObject({ problem: 'scheme' });
    answers['/round'] = redirect('/round');
    expect(await rejection(`${siteUrl}/round`)).toMatchObject({ problem: 'redirects' });
    expect(new Set(asked.map(({ headers }) => headers.host))).toEqual(new Set([new URL(siteUrl).host]));
  });

  test('leads back to this gateway by no redirect', async () => {
    network.ownPort = portOf(inside);
    network.isPublic = () => true;
    answers['/back'] = redirect(`${insideUrl}/api/v2/jobs`);
    expect(await rejection(`${siteUrl}/back`)).toMatchObject({ problem: 'this_gateway' });
    expect(asked).toHaveLength(1);
  });

  test.each(['', '[]', '{"url":7}', '{"url":"http://a.example","method":"POST"}'])(
    'is not in the body %j',
    async (body) => {
      const headers = { 'content-type': 'application/json' };
      const request = new Request('http://127.0.0.1:8189/console/fetch-url', { method: 'POST', headers, body });
      expect((await app.fetch(request)).status).toBe(400);
    },
  );
});

describe('a file that cannot be fetched', () => {
  test('is reported with the status of the site', async () => {
    answers['/private'] = (response) => response.writeHead(403).end('<h1>no</h1>');
    const { host } = new URL(siteUrl);
    expect(await rejection(`${siteUrl}/private`)).toEqual({ httpStatus: 422, problem: 'status', status: 403, host });
    expect(await rejection(`${siteUrl}/gone?sig=secret`)).toEqual({
      httpStatus: 422,
      problem: 'status',
      status: 404,
      host,
    });
  });

  test('is reported as a web page, which is not transferred', async () => {
    answers['/login'] = (response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.write('<h1>Sign in</h1>');
    };
    expect(await rejection(`${siteUrl}/login`)).toMatchObject({ httpStatus: 422, problem: 'web_page' });
    await expect.poll(() => asked[0]?.socket.destroyed).toBe(true);
  });

  test('is reported as too large if the site announces that, and cut off if it does not', async () => {
    const large = 'x'.repeat(MAX_BYTES + 1);
    answers['/announced'] = file({ 'content-length': String(large.length) }, large);
    expect(await rejection(`${siteUrl}/announced`)).toMatchObject({
      httpStatus: 413,
      problem: 'too_large',
      max_bytes: MAX_BYTES,
    });
    answers['/unannounced'] = (response) => {
      response.write(large.slice(0, 600));
      response.end(large.slice(600));
    };
    const response = await post(`${siteUrl}/unannounced`);
    await expect(response.text()).rejects.toThrow('larger than');
  });

  test('is not waited for without end', async () => {
    answers['/drip'] = (response) => void response.writeHead(200).write('x');
    const response = await post(`${siteUrl}/drip`);
    const text = response.text();
    text.catch(() => {});
    await deps.clock.advance(MAX_BODY_MS + 1);
    await expect(text).rejects.toThrow('did not end within');
    await expect.poll(() => asked[0]?.socket.destroyed).toBe(true);
  });

  test('is not read further once the page has canceled', async () => {
    answers['/drip'] = (response) => void response.writeHead(200).write('x');
    const response = await post(`${siteUrl}/drip`);
    await response.body?.cancel();
    await expect.poll(() => asked[0]?.socket.destroyed).toBe(true);
  });

  test('is read no faster than the page reads it', async () => {
    deps.settings = { ...deps.settings, maxUploadBytes: 1024 ** 3 };
    app = createApp(deps);
    let sent = 0;
    const chunk = Buffer.alloc(1024 ** 2);
    answers['/long'] = (response) => {
      const write = () => {
        while (sent < 512 && response.write(chunk)) sent += 1;
        if (sent < 512) response.once('drain', write);
      };
      write();
    };
    const response = await post(`${siteUrl}/long`);
    const reader = response.body?.getReader();
    await reader?.read();
    // Everything that the sockets hold without a reader.
    let before = -1;
    await expect.poll(() => before === (before = sent), { interval: 200 }).toBe(true);
    expect(sent).toBeLessThan(64);
    await reader?.cancel();
  });
});

describe('a connected ComfyUI', () => {
  test.each(['127.0.0.1', 'localhost', '0.0.0.0'])('serves its files by the name %s of this machine', async (host) => {
    connectComfyui(insideUrl);
    const path = '/view?filename=out_1.png&type=output';
    answers[path] = file({ 'content-type': 'image/png', 'content-disposition': 'filename="out_1.png"' });
    const response = await post(`http://${host}:${portOf(inside)}${path}`);
    expect([response.status, await response.text()]).toEqual([200, 'bytes']);
    expect(response.headers.get('content-disposition')).toContain('"out_1.png"');
    expect(asked.map(({ headers }) => headers.host)).toEqual([new URL(insideUrl).host]);
  });

  test.each(['/', '/manager/reboot', '/view/../interrupt', '/api/userdata/a/b', '/userdata?dir=workflows'])(
    'is not requested at %s, which is no file',
    async (path) => {
      connectComfyui(insideUrl);
      answers[path] = file();
      expect(await rejection(insideUrl + path)).toMatchObject({ httpStatus: 422, problem: 'web_page' });
      expect(asked).toEqual([]);
    },
  );

  test.each(['127.0.0.1', 'localhost'])('is the same under another name of this machine, at %s', async (host) => {
    connectComfyui(`http://localhost:${portOf(inside)}`);
    answers['/view?filename=a.png'] = file();
    answers['/manager/reboot'] = file();
    const origin = `http://${host}:${portOf(inside)}`;
    expect((await post(`${origin}/view?filename=a.png`)).status).toBe(200);
    expect(await rejection(`${origin}/manager/reboot`)).toMatchObject({ problem: 'web_page' });
    expect(asked).toHaveLength(1);
  });

  test.each(['/manager/reboot?a b', '/mana\tger/reboot', ' /manager/reboot'])(
    'is not requested at %j, whatever is written between its characters',
    async (path) => {
      connectComfyui(insideUrl);
      answers['/manager/reboot'] = file();
      expect(await rejection(insideUrl + path)).toMatchObject({ httpStatus: 422 });
      expect(asked).toEqual([]);
    },
  );

  test('opens no other port of its machine, and is found among several', async () => {
    const other = await serve(PRIVATE);
    Object.assign(deps.engine, {
      engines: () => [
        { name: 'gone', state: 'removed', drainedBy: null, movesTo: null, jobs: [], comfyui: { url: insideUrl } },
        {
          name: 'here',
          state: 'active',
          drainedBy: null,
          movesTo: null,
          jobs: [],
          comfyui: { url: `http://127.0.0.1:${portOf(other)}` },
        },
      ],
    });
    answers['/api/view?filename=a.png'] = file();
    expect(await rejection(`${insideUrl}/api/view?filename=a.png`)).toMatchObject({ problem: 'private' });
    expect((await post(`http://127.0.0.1:${portOf(other)}/api/view?filename=a.png`)).status).toBe(200);
    other.closeAllConnections();
    other.close();
  });
});
