import { once } from 'node:events';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Agent, request as send } from 'undici';
import { createApp, type App } from '../../app';
import { silentLogger, type Logger } from '../../log';
import { createMemoryDeps } from '../../testing/memory-deps';
import { CONNECTION_LIMITS } from './connection-limits';
import { listen, type HttpServer } from './http-server';

const failures: string[] = [];
const logger: Logger = { ...silentLogger, error: (_fields, message) => void failures.push(message) };

let app: App;
let server: HttpServer;
beforeAll(async () => {
  app = createApp(await createMemoryDeps());
  await app.start();
  server = await listen(0, app.fetch, logger);
});
afterAll(async () => {
  server.stopListening();
  await app.close();
  server.cut();
});

/** `fetch` does not allow setting `Host`. */
function statusFor(headers: Record<string, string>, path = '/api/v2/health'): Promise<number> {
  const { hostname, port } = new URL(server.address);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, headers, agent: false }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    sent.on('error', reject);
    sent.end();
  });
}

function open(to: HttpServer): Socket {
  const socket = connect({ port: Number(new URL(to.address).port), host: '127.0.0.1' });
  socket.on('error', () => {});
  return socket;
}

/** Sends raw bytes, and resolves with the response when the server closes the connection. */
async function exchange(to: HttpServer, sent: string): Promise<string> {
  const socket = open(to);
  socket.write(sent);
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await once(socket, 'close');
  return text;
}

/** Sends raw bytes, and resolves with the first bytes of the response; the connection may stay open. */
async function exchangeOnce(sent: string): Promise<string> {
  const socket = open(server);
  socket.write(sent);
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return chunk.toString();
}

test('the path of the public URL is removed from requests, and requests without it are the same', async () => {
  const mounted = await listen(0, async (request) => new Response(new URL(request.url).pathname), logger, {
    mount: '/deck',
  });
  const pathOf = async (path: string) => (await fetch(mounted.address + path)).text();
  expect(await Promise.all(['/deck/local/jobs?a=b', '/local/jobs', '/deck/', '/decks/x', '/deck'].map(pathOf))).toEqual(
    ['/local/jobs', '/local/jobs', '/', '/decks/x', '/deck'],
  );
  mounted.stopListening();
  mounted.cut();
});

describe('a body that is rejected before its end', () => {
  test.each<[what: string, path: string, body: () => string, status: number]>([
    ['with too many values', '/api/v2/jobs', () => `{"prompt":[${'1,'.repeat(1_000_000)}1]}`, 422],
    ['larger than its limit', '/console/session', () => `{"token":"${'x'.repeat(2_000_000)}"}`, 400],
  ])(
    '%s closes its connection with the response, and the next request uses another one',
    async (_what, path, body, status) => {
      const agent = new Agent({ connections: 1 });
      for (let count = 0; count < 8; count += 1) {
        const answer = await send(`${server.address}${path}`, {
          dispatcher: agent,
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: body(),
        });
        expect(answer.statusCode).toBe(status);
        expect(answer.headers['connection']).toBe('close');
        expect(await answer.body.json()).toHaveProperty('error');
        // Longer than the adapter would wait before it closes the connection.
        if (count === 3) await setTimeout(600);
      }
      await agent.close();
    },
  );

  test('is read on for a moment, so that a client that still sends gets the response, not a broken pipe', async () => {
    const rejecting = await listen(
      0,
      () => Promise.resolve(Response.json({ error: 1 }, { status: 401 })),
      silentLogger,
    );
    const socket = open(rejecting);
    const events: string[] = [];
    let received = '';
    socket.on('error', (error) => events.push(error.message));
    socket.on('end', () => events.push('end'));
    socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
    socket.write('POST /api/v2/assets HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 64000\r\n\r\n');
    await once(socket, 'data');
    expect(received).toMatch(/^HTTP\/1\.1 401 .+connection: close/is);
    for (let count = 0; count < 16; count += 1) {
      await setTimeout(5);
      events.push('sent');
      socket.write(Buffer.alloc(4000, 'x'));
    }
    if (!events.includes('end')) await once(socket, 'end');
    expect(events).toEqual([...Array.from({ length: 16 }, () => 'sent'), 'end']);
  });

  test('that is read to its end leaves the connection open', async () => {
    const response = await exchangeOnce(
      'POST /console/session HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
    );
    expect(response).toMatch(/^HTTP\/1\.1 4/);
    expect(response).not.toMatch(/connection: close/i);
  });
});

describe('TRACE', () => {
  test.each(['/', '/api/v2/jobs', '/v2/models', '/console/relay/lab/jobs/api/v2/jobs', '/local/jobs'])(
    'of %s is not allowed, and nothing fails',
    async (path) => {
      failures.length = 0;
      const response = await exchange(server, `TRACE ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: secret=1\r\n\r\n`);
      expect(response).toMatch(/^HTTP\/1\.1 405 /);
      expect(response).toMatch(/\r\nallow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS\r\n/i);
      expect(response).not.toContain('secret');
      expect(failures).toEqual([]);
    },
  );
});

describe('the host name in the head of a request', () => {
  test.each(['127.0.0.1', 'localhost:1234', '[::1]:8189', 'deck.localhost'])('%s is accepted', async (host) => {
    expect(await statusFor({ host })).toBe(200);
  });

  test.each(['evil.example', 'evil.example:8189', '127.0.0.1.evil.example', '192.168.0.7'])(
    '%s is rejected, so that DNS rebinding does not work',
    async (host) => {
      expect(await statusFor({ host })).toBe(403);
      expect(await statusFor({ host }, '/console/session')).toBe(403);
    },
  );

  test.each(['ev il', '127.0.0.1:1@evil.example', 'a/b'])(
    '"%s" is a bad request, not an internal error',
    async (host) => {
      expect(await statusFor({ host })).toBe(400);
    },
  );

  test('"xn--localhost", which newer versions of Node accept in a URL, is rejected by all', async () => {
    expect([400, 403]).toContain(await statusFor({ host: 'xn--localhost' }));
  });

  test.each(['127.999.1.1', '1270.0.0.1'])('"%s", which is not valid in a URL, is a bad request', async (host) => {
    expect(await statusFor({ host })).toBe(400);
    expect(await statusFor({ host }, '/local/jobs')).toBe(400);
  });

  test('forwarded names are not trusted', async () => {
    expect(await statusFor({ host: '127.0.0.1', 'x-forwarded-host': 'evil.example' })).toBe(200);
    expect(await statusFor({ host: 'evil.example', 'x-forwarded-host': '127.0.0.1' })).toBe(403);
  });
});

describe('rejections below the API have the envelope and a request id', () => {
  const host = 'Host: 127.0.0.1';
  test.each([
    [
      'two Host headers',
      `GET /api/v2/health HTTP/1.1\r\n${host}\r\nHost: localhost\r\n\r\n`,
      400,
      /more than one Host/,
    ],
    ['no Host header', 'GET /api/v2/health HTTP/1.1\r\n\r\n', 400, /no Host header/],
    [
      'a host name that is not valid in a URL',
      'GET / HTTP/1.1\r\nHost: 127.999.1.1\r\n\r\n',
      400,
      /not a valid host name/,
    ],
    [
      'a target that is not valid in a URL',
      `GET http://127.999.1.1/ HTTP/1.1\r\n${host}\r\n\r\n`,
      400,
      /not a valid URL/,
    ],
    ['a relative target', `GET health HTTP/1.1\r\n${host}\r\n\r\n`, 400, /not valid HTTP/],
    ['oversized headers', `GET / HTTP/1.1\r\n${host}\r\nX: ${'x'.repeat(17_000)}\r\n\r\n`, 431, /exceeds 16 KiB/],
    ['an unknown expectation', `GET / HTTP/1.1\r\n${host}\r\nExpect: tea\r\n\r\n`, 417, /Expect/],
    ['a malformed request', 'WHAT?\r\n\r\n', 400, /not valid HTTP/],
  ])('%s', async (_, sent, status, message) => {
    const text = await exchange(server, sent);
    const [head = '', body = ''] = text.slice(text.lastIndexOf('HTTP/1.1')).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head).toMatch(/^x-service-request-id: [\w-]{36}$/im);
    expect(head).toMatch(/^x-content-type-options: nosniff$/im);
    expect(JSON.parse(body)).toEqual({
      error: { code: 'invalid_request', message: expect.stringMatching(message), details: null },
    });
  });

  test('a malformed request on a connection that had a good one', async () => {
    const socket = open(server);
    socket.write('HEAD /api/v2/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
    await once(socket, 'data');
    socket.write('WHAT?\r\n\r\n');
    const [bytes] = (await once(socket, 'data')) as [Buffer];
    expect(bytes.toString()).toMatch(/^HTTP\/1.1 400 [\s\S]*"code":"invalid_request"/);
    socket.destroy();
  });

  test('a foreign host name', async () => {
    const text = await exchange(server, 'GET /api/v2/jobs HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n');
    expect(text).toMatch(/^HTTP\/1.1 403 [\s\S]*x-service-request-id: [\w-]{36}\r\n[\s\S]*"code":"forbidden"/);
  });
});

describe('silence', () => {
  const LIMITS = { ...CONNECTION_LIMITS, headMs: 300, bodyMs: 400, readerMs: 800, keepAliveMs: 300, checkMs: 50 };
  let limited: HttpServer;
  let responseNow: () => void;
  let endStalledBody: () => void;
  const stalledBodyFinished = new Promise<void>((resolve) => (endStalledBody = resolve));
  const answered = new Promise<void>((resolve) => (responseNow = resolve));
  const respond = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (pathname === '/slow') {
      await answered;
      return new Response('at last');
    }
    if (pathname === '/endless') {
      return new Response(
        new ReadableStream({
          pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
          cancel: () => endStalledBody(),
        }),
      );
    }
    return new Response(String((await request.arrayBuffer()).byteLength));
  };
  beforeAll(async () => {
    limited = await listen(0, respond, silentLogger, { limits: LIMITS });
  });
  afterAll(() => limited.cut());

  test.each([
    ['incomplete headers', 'POST /body HTTP/1.1\r\nHost: 127.0.0.1\r\n', /^HTTP\/1.1 408 /],
    ['a connection that sends nothing', '', /^(HTTP\/1.1 408 |$)/],
    ['half a body', 'POST /body HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 10\r\n\r\n12345', /^HTTP\/1.1 408 /],
    ['a connection between two requests', 'GET /body HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n', /^HTTP\/1.1 200 /],
  ])('ends %s', async (_, sent, response) => {
    expect(await exchange(limited, sent)).toMatch(response);
  });

  test('ends a download if the client reads nothing', async () => {
    const socket = open(limited);
    socket.write('GET /endless HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
    await once(socket, 'readable');
    await expect(stalledBodyFinished).resolves.toBeUndefined();
    // The client notices the end when it reads again.
    socket.resume();
    await once(socket, 'close');
  });

  test('does not end a request with a slow response, nor an active upload', async () => {
    // Longer than a busy machine stops a process, shorter than the upload.
    const patient = await listen(0, respond, silentLogger, { limits: { ...LIMITS, bodyMs: 1200, readerMs: 2400 } });
    const slow = fetch(new URL('/slow', patient.address));
    const parts = new ReadableStream<Uint8Array>({
      async pull(controller) {
        sent += 1;
        await setTimeout(75);
        if (sent > 20) controller.close();
        else controller.enqueue(new Uint8Array(10));
      },
    });
    let sent = 0;
    const init = { method: 'POST', body: parts, duplex: 'half' } as RequestInit;
    expect(await (await fetch(new URL('/body', patient.address), init)).text()).toBe('200');
    responseNow();
    expect(await (await slow).text()).toBe('at last');
    patient.cut();
  });
});

test('connections over the limit are rejected, until idle ones are closed', async () => {
  const small = await listen(0, async () => new Response('ok'), logger, {
    limits: { ...CONNECTION_LIMITS, connections: 2 },
  });
  const idle = [open(small), open(small)];
  const closed = idle.map((socket) => once(socket, 'close'));
  for (const socket of idle) {
    socket.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
    await once(socket, 'data');
  }
  expect(await exchange(small, 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')).toBe('');
  await Promise.all(closed);
  expect(await (await fetch(small.address)).text()).toBe('ok');
  small.cut();
});

test('a client that disconnects from a stream is not an error', async () => {
  const leaving = new AbortController();
  const { body } = await fetch(new URL('/console/events', server.address), { signal: leaving.signal });
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  expect(new TextDecoder().decode((await reader.read()).value)).toContain(': open');
  leaving.abort();
  await expect(reader.read()).rejects.toThrow('aborted');
  // Each further response arrives only after the gateway has noticed the closed connection.
  for (let time = 0; time < 5; time += 1) await fetch(new URL('/api/v2/health', server.address));
  expect(failures).toEqual([]);
});

test.each(['/console/session', '/api/v2/jobs', '/v2/models/mock/echo'])(
  'a client that disconnects in the middle of its body to %s is not logged as an error',
  async (path) => {
    const socket = open(server);
    socket.write(`POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n`);
    socket.write('Content-Length: 3000000\r\nExpect: 100-continue\r\n\r\n{"half');
    await once(socket, 'data');
    socket.destroy();
    for (let time = 0; time < 5; time += 1) await fetch(new URL('/api/v2/health', server.address));
    expect(failures).toEqual([]);
  },
);
