import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from './fixtures';
import { growing } from './graphs';

interface Received {
  id: string;
  type: string;
  job_id?: string;
  status?: string;
}

/** A receiver of the webhook, which can be away for a while. */
class Receiver {
  readonly events: Received[] = [];
  #server: Server | null = null;
  #port = 0;

  async open(): Promise<void> {
    const server = createServer((request, response) => {
      const receive = async () => {
        this.events.push(JSON.parse(await text(request)) as Received);
        response.writeHead(204).end();
      };
      void receive();
    });
    server.listen(this.#port, '127.0.0.1');
    await once(server, 'listening');
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  async close(): Promise<void> {
    const server = this.#server;
    if (!server) return;
    this.#server = null;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/`;
  }
}

const receiver = new Receiver();
test.beforeEach(() => receiver.open());
test.afterEach(() => receiver.close());

test('a job that ends while the receiver is away is reported after a kill of the gateway', async ({
  page,
  api,
  gateway,
}) => {
  await page.goto('/local/settings#webhook');
  const section = page.getByRole('region', { name: 'Webhook' });
  await section.getByLabel('URL').fill(receiver.url);
  await section.getByRole('button', { name: 'Save' }).click();
  await section.getByRole('button', { name: 'Send a test' }).click();
  await expect(section.getByText('is in a private network', { exact: false })).toBeVisible();
  expect(receiver.events).toEqual([]);

  await section.getByLabel('Private network').check();
  await section.getByRole('button', { name: 'Save' }).click();
  await section.getByRole('button', { name: 'Send a test' }).click();
  await expect(section.getByText('Test delivered')).toBeVisible();
  expect(receiver.events.map(({ type }) => type)).toEqual(['test']);

  await receiver.close();
  const { id } = await api.submit(growing({ steps: 10, size: 64 }));
  await expect.poll(async () => (await api.job(id)).status).toBe('succeeded');
  await expect(section.getByText('Job not delivered')).toBeVisible();
  await expect(section.getByText('refused the connection', { exact: false })).toBeVisible();
  await gateway.kill();
  await receiver.open();
  await gateway.restart();
  await expect
    .poll(() => receiver.events.slice(1), { timeout: 60_000 })
    .toMatchObject([{ id: `job_${id}`, job_id: id, status: 'succeeded' }]);
});
