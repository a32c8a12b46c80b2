import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp, type App } from '../app';
import { silentLogger, type Logger } from '../log';
import { createMemoryDeps } from '../testing/memory-deps';
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

/** `fetch` lets nobody choose the `Host`. */
function statusFor(headers: Record<string, string>, path = '/api/v2/health'): Promise<number> {
  const { hostname, port } = new URL(server.address);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, headers, agent: false }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
    });
    sent.on('error', reject);
    sent.end();
  });
}

describe('the name in the head of a request', () => {
  test.each(['127.0.0.1', 'localhost:1234', '[::1]:8189', 'deck.localhost'])('%s is ours', async (host) => {
    expect(await statusFor({ host })).toBe(200);
  });

  test.each(['evil.example', 'evil.example:8189', '127.0.0.1.evil.example', '192.168.0.7'])(
    '%s is refused: a name that was made to point here reaches nothing',
    async (host) => {
      expect(await statusFor({ host })).toBe(403);
      expect(await statusFor({ host }, '/console/session')).toBe(403);
    },
  );

  test.each(['ev il', '127.0.0.1:1@evil.example', 'a/b'])('"%s" is a bad request, not our failure', async (host) => {
    expect(await statusFor({ host })).toBe(400);
  });

  test('forwarded names are not believed', async () => {
    expect(await statusFor({ host: '127.0.0.1', 'x-forwarded-host': 'evil.example' })).toBe(200);
    expect(await statusFor({ host: 'evil.example', 'x-forwarded-host': '127.0.0.1' })).toBe(403);
  });
});

test('a reader who leaves a stream is no failure of ours', async () => {
  const leaving = new AbortController();
  const { body } = await fetch(new URL('/console/events', server.address), { signal: leaving.signal });
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  expect(new TextDecoder().decode((await reader.read()).value)).toContain(': open');
  leaving.abort();
  await expect(reader.read()).rejects.toThrow('aborted');
  // Another answer comes only after the gateway has noticed the end of this one.
  for (let time = 0; time < 5; time += 1) await fetch(new URL('/api/v2/health', server.address));
  expect(failures).toEqual([]);
});
