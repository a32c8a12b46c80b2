import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { WebhookAttempt, WebhookState } from '@contract/console/webhook';
import { JobHost } from '../jobs/testing/job-host';
import { systemNetwork } from '../router/hosting/guarded-agent';
import { createWebhookClient } from './webhook-client';

/** The webhook over real sockets. */

const SECRET = `whsec_${Buffer.from('a key of 24 random bytes').toString('base64')}`;

let received: { headers: IncomingMessage['headers']; body: string }[];
let answer: (response: ServerResponse) => void;
let server: Server;
let origin: string;
let client: ReturnType<typeof createWebhookClient>;
let host: JobHost;

async function serve(port = 0): Promise<void> {
  server = createServer((request, response) => {
    const receive = async () => {
      received.push({ headers: request.headers, body: await text(request) });
      answer(response);
    };
    void receive();
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function stopServer(): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

async function setWebhook(more: object = {}): Promise<void> {
  const webhook = { url: `${origin}/hook`, format: 'json', jobs: 'all', allow_private: true, ...more };
  await host.fetch('/console/webhook', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ webhook }),
  });
}

async function sendTest(): Promise<WebhookAttempt> {
  const headers = { 'content-type': 'application/json' };
  const response = await host.fetch('/console/webhook/test', { method: 'POST', headers, body: '{}' });
  return (await response.json()) as WebhookAttempt;
}

async function state(): Promise<WebhookState> {
  return (await (await host.fetch('/console/webhook')).json()) as WebhookState;
}

beforeEach(async () => {
  received = [];
  answer = (response) => void response.writeHead(204).end();
  await serve();
  client = createWebhookClient();
  host = await JobHost.start({ sendWebhook: client.send });
});
afterEach(async () => {
  await client.close();
  await stopServer();
});

describe('the webhook over the network', () => {
  test('is signed over its id, the time and its body', async () => {
    await setWebhook({ secret: SECRET });
    expect(await sendTest()).toMatchObject({ status: 204, problem: null });
    const [{ headers, body } = { headers: {}, body: '' }] = received;
    const signed = [headers['webhook-id'], headers['webhook-timestamp'], body].join('.');
    const expected = createHmac('sha256', 'a key of 24 random bytes').update(signed).digest('base64');
    expect(headers['webhook-signature']).toBe(`v1,${expected}`);
    expect(headers['webhook-timestamp']).toBe(String(host.clock.now() / 1000));
    expect(JSON.parse(body)).toMatchObject({ id: headers['webhook-id'], type: 'test' });
  });

  test('is signed with any other text as the key, too', async () => {
    await setWebhook({ secret: 'plain words' });
    await sendTest();
    const [{ headers, body } = { headers: {}, body: '' }] = received;
    const signed = [headers['webhook-id'], headers['webhook-timestamp'], body].join('.');
    const expected = createHmac('sha256', 'plain words').update(signed).digest('base64');
    expect(headers['webhook-signature']).toBe(`v1,${expected}`);
  });

  test('is retried after an error and after a refused connection', async () => {
    await setWebhook();
    answer = (response) => void response.writeHead(500).end();
    await host.submit({ '1': { class_type: 'ScriptText', inputs: { text: 'done' } } });
    await host.clock.advance(1000);
    await expect.poll(async () => (await state()).last_attempt?.status).toBe(500);
    const port = Number(new URL(origin).port);
    await stopServer();
    await host.clock.advance(5000);
    await expect.poll(async () => (await state()).last_attempt?.problem).toContain('refused the connection');
    answer = (response) => void response.writeHead(200).end('thanks');
    await serve(port);
    await host.clock.advance(10_000);
    await expect.poll(async () => (await state()).waiting).toBe(0);
    expect(received.map(({ headers }) => headers['webhook-id'])).toEqual([
      received[0]?.headers['webhook-id'],
      received[0]?.headers['webhook-id'],
    ]);
  });

  test.each(['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]'])('does not reach %s unless it may', async (name) => {
    await setWebhook({ url: `http://${name}:${new URL(origin).port}/`, allow_private: false });
    const { status, problem } = await sendTest();
    expect([status, problem]).toEqual([null, expect.stringContaining('is in a private network')]);
    expect(received).toEqual([]);
  });

  test('never reaches this gateway or a link-local address', async () => {
    const own = createWebhookClient({ network: systemNetwork(origin) });
    host = await JobHost.start({ sendWebhook: own.send });
    await setWebhook();
    expect((await sendTest()).problem).toContain('leads back to this gateway');
    await setWebhook({ url: 'http://169.254.169.254/latest' });
    expect((await sendTest()).problem).toContain('link-local');
    expect(received).toEqual([]);
    await own.close();
  });

  test('follows no redirect', async () => {
    answer = (response) => void response.writeHead(307, { location: `${origin}/elsewhere` }).end();
    await setWebhook();
    expect(await sendTest()).toMatchObject({ status: 307 });
    expect(received).toHaveLength(1);
  });

  test('does not read a response without end', async () => {
    let isCut = false;
    answer = (response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('x'.repeat(65_536)), 1);
      response.on('close', () => {
        clearInterval(timer);
        isCut = true;
      });
    };
    await setWebhook();
    expect(await sendTest()).toMatchObject({ status: 200, problem: null });
    await expect.poll(() => isCut).toBe(true);
  });

  test('stops waiting for a response that does not begin', async () => {
    answer = () => {};
    await setWebhook();
    const test = sendTest();
    await expect.poll(() => received.length).toBe(1);
    await host.clock.advance(15_000);
    expect((await test).problem).toContain('did not respond in time');
  });
});
