import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, createServer as createSocketServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { RELAY_HEADER } from '@contract/console/surfaces';
import { createApp, type App } from '../app';
import type { RelayFailure } from '../console/relay/relay-fetch';
import type { StoredSurface } from '../console/surfaces/surface-store';
import { silentLogger } from '../log';
import { createMemoryDeps } from '../testing/memory-deps';
import { listen, type HttpServer } from './http/http-server';
import { createRelayClient } from './relay-client';

// Uses real sockets: a client, the gateway and a surface.

type Handler = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

const MIB = 1024 ** 2;

let answer: Handler;
let connections = 0;
const surface = createServer((incoming, outgoing) => answer(incoming, outgoing));
surface.on('connection', () => (connections += 1));
const client = createRelayClient();

let origin: string;
let app: App;
let gateway: HttpServer;
let relayed: string;
let store: Awaited<ReturnType<typeof createMemoryDeps>>['surfaces'];

const studio: StoredSurface = {
  id: 'studio',
  name: 'Studio',
  color: 'blue',
  kind: 'self-hosted',
  baseUrl: 'http://127.0.0.1:1',
  routerBaseUrl: null,
  access: 'relay',
  routerAuth: 'bearer',
  dialect: 'service',
  credential: 'very-secret',
};

beforeAll(async () => {
  surface.listen(0, '127.0.0.1');
  await once(surface, 'listening');
  origin = `http://127.0.0.1:${(surface.address() as AddressInfo).port}`;
  const deps = await createMemoryDeps({ relayFetch: client.fetch });
  store = deps.surfaces;
  app = createApp(deps);
  gateway = await listen(0, app.fetch, silentLogger);
  relayed = `${gateway.address}/console/relay/studio/jobs`;
});
beforeEach(() => {
  store.write({ surfaces: [{ ...studio, baseUrl: origin }], defaultId: 'local' });
  answer = (_, outgoing) => outgoing.end();
});
afterEach(() => surface.closeAllConnections());
afterAll(async () => {
  gateway.stopListening();
  await app.close();
  gateway.cut();
  await client.close();
  surface.close();
});

function surfaceAt(baseUrl: string): void {
  store.write({ surfaces: [{ ...studio, baseUrl }], defaultId: 'local' });
}

async function codeOf(response: Response): Promise<string> {
  expect(response.headers.get(RELAY_HEADER)).toBe('error');
  return ((await response.json()) as { error: { code: string } }).error.code;
}

/** Sends raw bytes, and resolves with the response when the connection ends. */
async function exchange(sent: string): Promise<string> {
  const socket = connect({ port: Number(new URL(gateway.address).port), host: '127.0.0.1' });
  socket.on('error', () => {});
  socket.write(sent);
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await once(socket, 'close');
  return text;
}

/** Starts a server that responds to every connection with the same bytes. */
async function rawServer(bytes: string): Promise<{ origin: string; close: () => void }> {
  const sockets = new Set<Socket>();
  const server = createSocketServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', () => socket.end(bytes));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

describe('a relayed request over sockets', () => {
  test('arrives with its method, path, body and length, and with the credential of the surface', async () => {
    const seen: unknown[] = [];
    answer = (incoming, outgoing) => {
      let text = '';
      incoming.on('data', (chunk: Buffer) => (text += chunk.toString()));
      incoming.on('end', () => {
        const { authorization, cookie, host, 'content-length': length, 'transfer-encoding': coding } = incoming.headers;
        seen.push([incoming.method, incoming.url, text, authorization, cookie, host, length, coding]);
        outgoing.writeHead(201, { 'content-type': 'application/json' }).end('{"id":1}');
      });
    };
    const { host } = new URL(origin);
    const headers = { 'content-type': 'application/json', cookie: 'a=b' };
    const posted = await fetch(`${relayed}/api/v2/jobs?x=1`, { method: 'POST', body: '{"a":1}', headers });
    expect(posted.status).toBe(201);
    expect(await posted.text()).toBe('{"id":1}');
    await (await fetch(`${relayed}/api/v2/jobs/1/cancel`, { method: 'POST' })).text();
    await (await fetch(`${relayed}/api/v2/assets/1`, { method: 'DELETE' })).text();
    const bearer = 'Bearer very-secret';
    expect(seen).toEqual([
      ['POST', '/api/v2/jobs?x=1', '{"a":1}', bearer, undefined, host, '7', undefined],
      ['POST', '/api/v2/jobs/1/cancel', '', bearer, undefined, host, '0', undefined],
      ['DELETE', '/api/v2/assets/1', '', bearer, undefined, host, undefined, undefined],
    ]);
  });

  test('reuses a connection', async () => {
    await (await fetch(`${relayed}/1`)).text();
    const before = connections;
    for (let number = 0; number < 20; number += 1) await (await fetch(`${relayed}/${number}`)).text();
    expect(connections - before).toBeLessThan(3);
  });

  test('keeps the length in a HEAD response, and byte ranges of files', async () => {
    answer = (incoming, outgoing) => {
      outgoing.writeHead(incoming.headers.range ? 206 : 200, {
        'content-type': 'image/png',
        'content-length': incoming.headers.range ? '2' : '10',
        'accept-ranges': 'bytes',
        ...(incoming.headers.range ? { 'content-range': 'bytes 0-1/10' } : {}),
      });
      outgoing.end(incoming.method === 'HEAD' ? '' : 'ab');
    };
    const head = await fetch(`${relayed}/api/v2/assets/1/content`, { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe('10');
    const part = await fetch(`${relayed}/api/v2/assets/1/content`, { headers: { range: 'bytes=0-1' } });
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 0-1/10', 'ab']);
  });

  test('forwards events as they arrive', async () => {
    let send: ((text: string) => void) | undefined;
    answer = (_, outgoing) => {
      outgoing.writeHead(200, { 'content-type': 'text/event-stream' });
      outgoing.write(': hello\n\n');
      send = (text) => outgoing.write(text);
    };
    const response = await fetch(`${relayed}/api/v2/jobs/1/events`, { headers: { accept: 'text/event-stream' } });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toBe(': hello\n\n');
    for (const number of [1, 2, 3]) {
      send?.(`data: ${number}\n\n`);
      expect((await reader?.read())?.value).toBe(`data: ${number}\n\n`);
    }
    await reader?.cancel();
  });

  test('ends at the surface when the caller disconnects, before and during the response', async () => {
    for (const hasBegun of [false, true]) {
      const finished = new Promise<void>((resolve) => {
        answer = (_, outgoing) => {
          outgoing.on('close', resolve);
          if (hasBegun) outgoing.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
        };
      });
      const requested = new Promise<void>((resolve) => surface.once('request', () => resolve()));
      const controller = new AbortController();
      const response = fetch(`${relayed}/events`, { signal: controller.signal });
      response.catch(() => {});
      await (hasBegun ? response : requested);
      controller.abort();
      await expect(finished).resolves.toBeUndefined();
    }
  });

  test('ends at the caller when the surface breaks off, and never looks complete', async () => {
    for (const type of ['application/json', 'image/png']) {
      answer = (_, outgoing) => {
        outgoing.writeHead(200, { 'content-type': type });
        outgoing.write('{"half":', () => outgoing.destroy());
      };
      const whole = fetch(`${relayed}/api/v2/jobs`).then((response) => response.text());
      await expect(whole).rejects.toThrow(/terminated|failed/);
    }
  });

  test('ends the upload at the surface when the caller breaks off', async () => {
    const cut = new Promise<boolean>((resolve) => {
      answer = (incoming) => {
        incoming.resume();
        incoming.on('close', () => resolve(incoming.complete));
        incoming.on('error', () => {});
      };
    });
    const arrived = new Promise<void>((resolve) => surface.once('request', () => resolve()));
    const { hostname, port, pathname } = new URL(`${relayed}/api/v2/assets`);
    const upload = request({ hostname, port, path: pathname, method: 'POST', headers: { 'content-length': MIB } });
    upload.on('error', () => {});
    upload.write('x');
    await arrived;
    upload.destroy();
    expect(await cut).toBe(false);
  });

  test('reads a download no faster than its client', async () => {
    const total = 64 * MIB;
    const chunk = Buffer.alloc(MIB);
    let written = 0;
    answer = (_, outgoing) => {
      outgoing.writeHead(200, { 'content-type': 'image/png', 'content-length': total });
      const more = () => {
        while (written < total) {
          written += MIB;
          if (!outgoing.write(chunk)) return void outgoing.once('drain', more);
        }
        outgoing.end();
      };
      more();
    };
    const { hostname, port, pathname } = new URL(`${relayed}/api/v2/assets/1/content`);
    const [incoming] = (await once(request({ hostname, port, path: pathname }).end(), 'response')) as [IncomingMessage];
    await isSettled(() => written);
    // System sockets buffer a few megabytes; the rest waits at the surface.
    expect(written).toBeLessThan(40 * MIB);
    let read = 0;
    for await (const part of incoming) read += (part as Buffer).length;
    expect(read).toBe(total);
  });

  test('reads an upload no faster than the surface', async () => {
    let incoming: IncomingMessage | undefined;
    answer = (requested, outgoing) => {
      incoming = requested;
      requested.on('end', () => outgoing.end());
    };
    const total = 64 * MIB;
    const { hostname, port, pathname } = new URL(`${relayed}/api/v2/assets`);
    const upload = request({ hostname, port, path: pathname, method: 'POST', headers: { 'content-length': total } });
    const chunk = Buffer.alloc(MIB);
    let written = 0;
    const more = () => {
      while (written < total) {
        written += MIB;
        if (!upload.write(chunk)) return void upload.once('drain', more);
      }
      upload.end();
    };
    more();
    await once(surface, 'request');
    await isSettled(() => written);
    expect(written).toBeLessThan(40 * MIB);
    let read = 0;
    for await (const part of incoming ?? []) read += (part as Buffer).length;
    expect(read).toBe(total);
  });
});

/** Resolves when the value does not change for many turns of the event loop. */
async function isSettled(figure: () => number): Promise<void> {
  let last = -1;
  for (let turns = 0; turns < 2000; turns += 1) {
    if (figure() !== last) turns = 0;
    last = figure();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe('request smuggling through the relay', () => {
  const head = (lines: string[]) =>
    `POST /console/relay/studio/jobs/api/v2/jobs HTTP/1.1\r\nHost: 127.0.0.1\r\n${lines.join('\r\n')}\r\n\r\n`;

  test.each([
    ['a length and a transfer coding', ['Content-Length: 4', 'Transfer-Encoding: chunked'], '0\r\n\r\n'],
    ['two lengths', ['Content-Length: 4', 'Content-Length: 8'], 'abcdefgh'],
    ['an unknown transfer coding', ['Transfer-Encoding: xchunked'], '0\r\n\r\n'],
    ['a space before the colon', ['Transfer-Encoding : chunked'], '0\r\n\r\n'],
    ['a folded header line', ['Content-Length: 4', ' Transfer-Encoding: chunked'], 'abcd'],
    ['a bare line feed in a header', ['X-A: b\nX-Injected: 1', 'Content-Length: 0'], ''],
  ])('is not possible by %s', async (_, lines, body) => {
    let wasAsked = false;
    answer = (incoming, outgoing) => {
      incoming.on('error', () => {});
      incoming.resume().on('end', () => {
        wasAsked = true;
        outgoing.end();
      });
    };
    const text = await exchange(head([...lines, 'Connection: close']) + body);
    // Unreadable body bytes end the connection.
    expect(text).toMatch(/^$|^HTTP\/1\.1 400 /);
    expect(wasAsked).toBe(false);
  });

  test('is not possible by an absolute request target, which names this gateway or nothing', async () => {
    const seen: unknown[] = [];
    answer = (incoming, outgoing) => {
      seen.push([incoming.headers.host, incoming.url]);
      outgoing.end();
    };
    const { host } = new URL(gateway.address);
    const ask = (target: string) => exchange(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    expect(await ask('http://evil.example/console/relay/studio/jobs/a')).toMatch(/^HTTP\/1\.1 40[034] /);
    expect(seen).toEqual([]);
    await ask(`http://${host}/console/relay/studio/jobs/a`);
    for (const each of seen) expect(each).toEqual([new URL(origin).host, '/a']);
  });

  test('is not possible by a length that the body does not have', async () => {
    let wasComplete = false;
    const finished = new Promise<void>((resolve) => {
      answer = (incoming) => {
        incoming.on('error', () => {}).on('close', resolve);
        incoming.resume().on('end', () => (wasComplete = true));
      };
    });
    const socket = connect({ port: Number(new URL(gateway.address).port), host: '127.0.0.1' });
    const arrived = once(surface, 'request');
    socket.write(head(['Content-Length: 10']));
    socket.write('abc');
    await arrived;
    socket.destroy();
    await finished;
    expect(wasComplete).toBe(false);
  });
});

describe('a surface that gives no response', () => {
  test.each([
    ['is not HTTP', 'SSH-2.0-OpenSSH_9.6\r\n', 'surface_invalid_response'],
    ['has a status that does not exist', 'HTTP/1.1 999 x\r\nContent-Length: 0\r\n\r\n', 'surface_invalid_response'],
    ['closes the connection', '', 'surface_unreachable'],
  ])('because it %s', async (_, bytes, code) => {
    const raw = await rawServer(bytes);
    surfaceAt(raw.origin);
    expect(await codeOf(await fetch(`${relayed}/api/v2/jobs`))).toBe(code);
    raw.close();
  });

  test('because nothing listens there', async () => {
    const raw = await rawServer('');
    raw.close();
    surfaceAt(raw.origin);
    const response = await fetch(`${relayed}/api/v2/jobs`);
    expect(response.status).toBe(502);
    expect(await response.clone().text()).toContain('refused the connection');
    expect(await codeOf(response)).toBe('surface_unreachable');
  });

  test('because it does not speak TLS', async () => {
    surfaceAt(origin.replace('http:', 'https:'));
    const response = await fetch(`${relayed}/api/v2/jobs`);
    expect(await response.clone().text()).toContain('does not speak TLS at this port');
    expect(await codeOf(response)).toBe('surface_tls');
  });

  test('because its host name does not exist', async () => {
    surfaceAt('http://surface.invalid');
    expect(await codeOf(await fetch(`${relayed}/api/v2/jobs`))).toBe('surface_unreachable');
  });

  test('within the time limit: neither a silent surface nor a stalled stream blocks the caller', async () => {
    answer = () => {};
    const limits = { headersMs: 50, idleMs: 50 };
    const silent = client.fetch(new Request(`${origin}/`), limits);
    await expect(silent).rejects.toMatchObject({ kind: 'timeout' } satisfies Partial<RelayFailure>);
    answer = (_, outgoing) => void outgoing.writeHead(200).write('begun');
    const stopped = await client.fetch(new Request(`${origin}/`), limits);
    await expect(stopped.text()).rejects.toThrow(/timeout/i);
  });
});
