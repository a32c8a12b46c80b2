import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { Agent, fetch, request, type Response } from 'undici';
import { Asset, Job } from '@contract/jobs/schemas';
import { testLaunchOptions } from '../scripts/browsers/chromium.mjs';
import { ENGINE_TIME, openStartedJob, runButton } from './console';
import { expect, test as base } from './fixtures';
import { growing } from './graphs';
import { freePorts, HOST, missingFor, PROXIES, startProxy, type ProxyName, type ReverseProxy } from './reverse-proxy';

// The examples of docs/service, with the real proxies in front of the built gateway, below a path and with TLS.

const TOKEN = 'a-long-static-token';
const MB = 1024 ** 2;
/** Larger than the limit of nginx without configuration, 1 MiB, and than what a proxy keeps in memory. */
const UPLOAD_MB = 8;

interface Fixtures {
  proxyName: ProxyName;
  ports: { https: number; http: number };
  /** Public URL of the gateway. */
  publicUrl: string;
  front: ReverseProxy;
  /** Connects to the proxy under the name of the examples, and accepts its certificate only. */
  agent: Agent;
}

const test = base.extend<Fixtures>({
  proxyName: ['nginx', { option: true }],
  // eslint-disable-next-line no-empty-pattern -- Playwright demands the pattern
  ports: async ({}, provide) => {
    const [https = 0, http = 0] = await freePorts(2);
    await provide({ https, http });
  },
  publicUrl: async ({ ports }, provide) => provide(`https://${HOST}:${ports.https}/flowdeck`),
  gatewayFlags: async ({ publicUrl }, provide) =>
    provide(['--engine', 'embedded', '--token', TOKEN, '--public-url', publicUrl, '--trust-proxy', '127.0.0.1']),
  front: async ({ proxyName, ports, gateway }, provide) => {
    const front = await startProxy(proxyName, { ...ports, gateway: gateway.address });
    await provide(front);
    await front.close();
  },
  agent: async ({ front }, provide) => {
    const agent = new Agent({
      connect: {
        ca: front.certificate,
        lookup: (_host, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
      },
    });
    await provide(agent);
    await agent.destroy();
  },
  baseURL: async ({ publicUrl }, provide) => provide(publicUrl),
});

test.use({
  ignoreHTTPSErrors: true,
  launchOptions: testLaunchOptions(`--host-resolver-rules=MAP ${HOST} 127.0.0.1`),
});

const AUTHORIZATION = { authorization: `Bearer ${TOKEN}` };

for (const proxyName of PROXIES) {
  test.describe(`behind ${proxyName}`, () => {
    test.use({ proxyName });
    const missing = missingFor(proxyName);
    test.skip(missing !== null, missing ?? '');

    test('a job runs with live events, its links lead through the proxy, and ranges of its output work', async ({
      agent,
      publicUrl,
    }) => {
      expect((await fetch(`${publicUrl}/api/v2/jobs`, { dispatcher: agent })).status).toBe(401);
      const call = (url: string, init = {}) =>
        fetch(url, { dispatcher: agent, ...init, headers: { 'content-type': 'application/json', ...AUTHORIZATION } });
      const submit = async (size: { steps: number; size: number }) => {
        const body = JSON.stringify({ workflow: growing(size) });
        return Job.parse(await (await call(`${publicUrl}/api/v2/jobs`, { method: 'POST', body })).json());
      };

      // Long enough to be canceled: an event that arrives with the end of the response would wait for minutes.
      const long = await submit({ steps: 10_000, size: 512 });
      for (const url of Object.values(long.urls)) expect(url).toContain(`${publicUrl}/api/v2/jobs/${long.id}`);
      const events = await call(long.urls.events);
      expect(events.headers.get('content-type')).toBe('text/event-stream');
      const progress = await readUntil(events, 'event: progress');
      expect(progress).not.toContain('"canceled"');
      const running = Job.parse(await (await call(long.urls.self)).json());
      expect(running.status).toBe('running');
      await call(long.urls.cancel, { method: 'POST' });

      const { id, urls } = await submit({ steps: 10, size: 64 });
      let job = running;
      await expect(async () => {
        job = Job.parse(await (await call(urls.self)).json());
        expect(job.status).toBe('succeeded');
      }).toPass(ENGINE_TIME);
      const [output] = job.outputs;
      expect(job.id).toBe(id);
      expect(output?.url).toContain(`${publicUrl}/api/v2/assets/`);
      const whole = await fetch(output?.url ?? '', { dispatcher: agent });
      const bytes = Buffer.from(await whole.arrayBuffer());
      const part = await fetch(output?.url ?? '', { dispatcher: agent, headers: { range: 'bytes=10-29' } });
      expect(part.status).toBe(206);
      expect(part.headers.get('content-range')).toBe(`bytes 10-29/${bytes.length}`);
      expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(10, 30));
    });

    test('a client that sends a false address cannot avoid the delay after many wrong tokens', async ({
      agent,
      publicUrl,
    }) => {
      const guess = (attempt: number) =>
        fetch(`${publicUrl}/api/v2/jobs`, {
          dispatcher: agent,
          headers: { authorization: `Bearer ${attempt}`, 'x-forwarded-for': `198.51.100.${attempt}` },
        });
      expect((await guess(0)).headers.get('retry-after')).toBeNull();
      for (let attempt = 1; attempt < 20; attempt += 1) await guess(attempt);
      const last = await guess(20);
      expect(last.status).toBe(401);
      expect(last.headers.get('retry-after')).toMatch(/^\d+$/);
      expect((await fetch(`${publicUrl}/api/v2/jobs`, { dispatcher: agent, headers: AUTHORIZATION })).status).toBe(200);
    });

    test('an upload passes through while it arrives, and is never on the disk of the proxy', async ({
      agent,
      front,
      gateway,
      publicUrl,
    }) => {
      const upload = new HeldUpload(UPLOAD_MB * MB);
      const sent = request(`${publicUrl}/api/v2/assets`, {
        dispatcher: agent,
        method: 'POST',
        headers: { ...AUTHORIZATION, ...upload.headers },
        body: upload.body(),
      });
      await expect
        .poll(() => bytesIn(path.join(gateway.dataDir, 'blobs', 'tmp')))
        .toBeGreaterThan((UPLOAD_MB / 4) * MB);
      expect(bytesIn(front.bufferFolder)).toBe(0);
      upload.release();
      const { statusCode, body } = await sent;
      expect(statusCode).toBe(201);
      expect(Asset.parse(await body.json()).size_bytes).toBe(UPLOAD_MB * MB);
    });

    test.describe('with a large file', () => {
      test.describe.configure({ timeout: 900_000 });
      test.skip(process.env['FLOWDECK_LARGE_UPLOAD'] !== '1', 'Takes a minute: set FLOWDECK_LARGE_UPLOAD=1');

      test('2 GB can be uploaded', async ({ agent, publicUrl }) => {
        const upload = new HeldUpload(2048 * MB);
        upload.release();
        const { statusCode, body } = await request(`${publicUrl}/api/v2/assets`, {
          dispatcher: agent,
          method: 'POST',
          headers: { ...AUTHORIZATION, ...upload.headers },
          body: upload.body(),
          headersTimeout: 600_000,
        });
        expect(statusCode).toBe(201);
        expect(Asset.parse(await body.json()).size_bytes).toBe(2048 * MB);
      });
    });

    test('the console signs in, runs a workflow and shows its output', async ({ page, front, gateway, publicUrl }) => {
      expect(front.certificate).toContain('CERTIFICATE');
      const { origin, pathname } = new URL(publicUrl);
      const strays: string[] = [];
      page.on('request', (sent) => {
        const url = new URL(sent.url());
        if (url.protocol === 'https:' && !url.href.startsWith(`${origin}${pathname}/`)) strays.push(url.href);
      });
      await page.goto(`${publicUrl}/`);
      await page.getByLabel('Token').fill(TOKEN);
      await page.getByLabel('Token').press('Enter');
      await expect(page).toHaveURL(`${publicUrl}/local/submit`);
      const samples = page.getByRole('region', { name: /^Samples/ });
      await samples.getByRole('button', { name: /Coral/ }).click();
      await page.getByRole('textbox', { name: 'steps' }).fill('20');
      await runButton(page).click();
      await openStartedJob(page);
      const image = page
        .getByRole('region', { name: 'Outputs' })
        .getByRole('img', { name: /^Output / })
        .first();
      await expect(image).toBeVisible(ENGINE_TIME);
      await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0);
      // The page of the job opens by its URL, too.
      expect(page.url()).toContain(`${publicUrl}/local/jobs/`);
      await page.reload();
      await expect(image).toBeVisible();
      expect(strays).toEqual([]);

      // At the gateway's own address, the console moves below the path of the public URL.
      await page.goto(`${gateway.address}/local/jobs`);
      await expect(page).toHaveURL(`${gateway.address}/flowdeck/local/jobs`);
      await expect(page.getByLabel('Token')).toBeVisible();
    });
  });
}

/** Reads a response until it contains a text, and closes it. */
async function readUntil({ body }: Response, text: string): Promise<string> {
  let received = '';
  for await (const chunk of body ?? []) {
    received += Buffer.from(chunk as Uint8Array).toString();
    if (received.includes(text)) return received;
  }
  throw new Error(`The response ended without ${text}: ${received}`);
}

/** Form with a file whose second half is sent only when it is released. */
class HeldUpload {
  readonly headers: Record<string, string>;
  readonly #before: Buffer;
  readonly #after: Buffer;
  readonly #size: number;
  readonly #released: Promise<void>;
  release!: () => void;

  constructor(size: number) {
    const boundary = '----flowdeck-upload';
    const part = (head: string, content: string) =>
      `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}`;
    this.#before = Buffer.from(
      [
        part('name="content_type"', 'application/octet-stream\r\n'),
        part('name="file_path"', 'large.bin\r\n'),
        part('name="file"; filename="large.bin"', ''),
      ].join(''),
    );
    this.#after = Buffer.from(`\r\n--${boundary}--\r\n`);
    this.#size = size;
    this.#released = new Promise((resolve) => (this.release = resolve));
    this.headers = {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(this.#before.length + size + this.#after.length),
    };
  }

  body(): Readable {
    return Readable.from(this.#chunks());
  }

  async *#chunks(): AsyncGenerator<Buffer> {
    yield this.#before;
    const chunk = Buffer.alloc(MB, 'x');
    for (let at = 0; at < this.#size; at += MB) {
      if (at === this.#size / 2) await this.#released;
      yield chunk;
    }
    yield this.#after;
  }
}

/** Returns the size of all files in a folder. */
function bytesIn(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0);
}
