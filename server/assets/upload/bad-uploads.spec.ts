import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { resolveLink } from '@contract/jobs/links';
import type { ErrorEnvelope } from '@contract/jobs/errors';
import type { Asset, Job } from '@contract/jobs/schemas';
import { createApp, type App } from '../../app';
import { InlineEngine } from '../../engines/embedded/inline-engine';
import { listen } from '../../platform/http/http-server';
import { FileBlobs } from '../../storage/files/file-blobs';
import { StoreUnusable } from '../../storage/store-errors';
import { createMemoryDeps, type MemoryDeps } from '../../testing/memory-deps';
import { readBusboyMultipart } from './busboy-multipart';
import { UPLOAD_IDLE_MS } from './idle-timeout';
import { ThumbnailCache } from '../thumbnails/thumbnail-cache';
import { makeThumbnail } from '../thumbnails/make-thumbnail';
import { pngHeader } from '../testing/png-header';
import { uploadForm } from '../testing/upload-form';

const ORIGIN = 'http://127.0.0.1:8189';
const MAX_UPLOAD_BYTES = 1024 ** 2;
const OTHER_HASH = `blake3:${'ab'.repeat(32)}`;

let root: string;
let dir: string;
let blobs: FileBlobs;
let deps: MemoryDeps;
let app: App;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'flowdeck-uploads-'));
});
beforeEach(async () => {
  dir = await mkdtemp(join(root, 'blobs-'));
  blobs = await FileBlobs.open(dir);
  const thumbnails = new ThumbnailCache({ thumbnail: makeThumbnail, close: () => Promise.resolve() }, blobs.workDir);
  deps = await createMemoryDeps({
    blobs,
    thumbnails,
    readMultipart: readBusboyMultipart,
    settings: { maxUploadBytes: MAX_UPLOAD_BYTES },
  });
  app = createApp(deps);
});
afterEach(async () => {
  // Guarantees of every row.
  await rejectLeftovers();
  await app.close();
});
afterAll(() => rm(root, { recursive: true, force: true }));

/** @throws for temporary files and for bytes without a record. */
async function rejectLeftovers(): Promise<void> {
  const left = [...(await readdir(join(dir, 'tmp'))), ...(await readdir(blobs.workDir))];
  const recorded = deps.store.assets.referencedBlobs();
  for await (const hash of blobs.list()) if (!recorded.has(hash)) left.push(hash);
  if (left.length > 0) throw new Error(`Left over: ${left.join(', ')}`);
}

const upload = (body: BodyInit, init: RequestInit = {}) =>
  app.fetch(
    new Request(`${ORIGIN}/api/v2/assets`, {
      method: 'POST',
      body,
      ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
      ...init,
    }),
  );

async function accepted(form: FormData): Promise<Asset> {
  const response = await upload(form);
  expect([200, 201]).toContain(response.status);
  return (await response.json()) as Asset;
}

interface Row {
  input: string;
  send: () => Promise<Response>;
  status: number;
  code: string;
  words: RegExp;
}

const form = (parts: Parameters<typeof uploadForm>[0]) => () => upload(uploadForm(parts));
const multipart = { headers: { 'content-type': 'multipart/form-data; boundary=b' } };
const textPart = (name: string, value: string) =>
  `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const fileHead = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n';
const properParts = textPart('content_type', 'image/png') + textPart('file_path', 'a.png');

/** Sends an unknown number of chunks, so that no `content-length` reveals the size. */
function streamed(head: string, kilobytes: number): ReadableStream<Uint8Array> {
  let sent = -1;
  return new ReadableStream({
    pull(controller) {
      sent += 1;
      if (sent > kilobytes) controller.close();
      else controller.enqueue(sent === 0 ? new TextEncoder().encode(head) : new Uint8Array(1024));
    },
  });
}

const rejected: Row[] = [
  {
    input: 'a body that is not multipart',
    send: () => upload('{"file":"x"}', { headers: { 'content-type': 'application/json' } }),
    status: 422,
    code: 'invalid_request',
    words: /not a multipart form/,
  },
  {
    input: 'no body',
    send: () => app.fetch(new Request(`${ORIGIN}/api/v2/assets`, { method: 'POST' })),
    status: 422,
    code: 'invalid_request',
    words: /no body/,
  },
  {
    input: 'J-4.93 no content_type',
    send: form({ content_type: undefined }),
    status: 422,
    code: 'invalid_request',
    words: /^content_type is required and must come before the file/,
  },
  {
    input: 'J-4.93 no file_path',
    send: form({ file_path: undefined }),
    status: 422,
    code: 'invalid_request',
    words: /^file_path is required and must come before the file/,
  },
  {
    input: 'J-4.93 no file',
    send: form({ file: null }),
    status: 422,
    code: 'invalid_request',
    words: /^file is required/,
  },
  {
    input: 'J-4.94 a required part behind a large file',
    send: form({
      content_type: undefined,
      file: new Uint8Array(MAX_UPLOAD_BYTES + 1),
      late: { content_type: 'image/png' },
    }),
    status: 422,
    code: 'invalid_request',
    words: /^content_type .* before the file/,
  },
  {
    input: 'a NUL character in file_path',
    send: form({ file_path: 'a.png\0.txt' }),
    status: 422,
    code: 'invalid_request',
    words: /^file_path must not contain a NUL/,
  },
  {
    input: 'two media types in content_type',
    send: form({ content_type: 'image/png;, text/html' }),
    status: 422,
    code: 'invalid_request',
    words: /^content_type must be a media type/,
  },
  {
    input: 'an expected_hash behind the file',
    send: form({ late: { expected_hash: OTHER_HASH } }),
    status: 422,
    code: 'invalid_request',
    words: /^expected_hash must come before the file/,
  },
  {
    input: 'a bad part behind the file',
    send: form({ late: { expires_in: '5' } }),
    status: 422,
    code: 'invalid_request',
    words: /^expires_in must be a whole number/,
  },
  {
    input: 'a content_type that is no media type',
    send: form({ content_type: 'png' }),
    status: 422,
    code: 'invalid_request',
    words: /^content_type must be a media type/,
  },
  {
    input: 'a content_type with a header inside',
    send: form({ content_type: 'image/png\r\nset-cookie: a=b' }),
    status: 422,
    code: 'invalid_request',
    words: /^content_type must be a media type/,
  },
  {
    input: 'an empty file_path',
    send: form({ file_path: '' }),
    status: 422,
    code: 'invalid_request',
    words: /^file_path must not be empty/,
  },
  {
    input: 'a file_path of 2,000 characters',
    send: form({ file_path: 'x'.repeat(2000) }),
    status: 422,
    code: 'invalid_request',
    words: /^file_path is longer than 1024/,
  },
  ...['59', '604801', '-60', '60.5', 'soon', ''].map((expires_in): Row => ({
    input: `J-4.97 expires_in "${expires_in}"`,
    send: form({ expires_in }),
    status: 422,
    code: 'invalid_request',
    words: /^expires_in must be a whole number of seconds from 60 to 604800/,
  })),
  {
    input: 'an expected_hash of another kind',
    send: form({ expected_hash: 'sha256:00' }),
    status: 422,
    code: 'invalid_request',
    words: /^expected_hash must have the form blake3:/,
  },
  {
    input: 'J-4.96 a wrong expected_hash',
    send: form({ expected_hash: OTHER_HASH }),
    status: 409,
    code: 'hash_mismatch',
    words: /do not have the expected hash. Nothing was stored/,
  },
  {
    input: 'a file over the limit that says its size',
    send: () =>
      upload(uploadForm(), {
        headers: { ...multipart.headers, 'content-length': String(MAX_UPLOAD_BYTES * 10) },
      }),
    status: 413,
    code: 'payload_too_large',
    words: /exceeds the limit of 1 MiB/,
  },
  {
    input: 'a file over the limit',
    send: form({ file: new Uint8Array(MAX_UPLOAD_BYTES + 1) }),
    status: 413,
    code: 'payload_too_large',
    words: /exceeds the limit of 1 MiB/,
  },
  {
    input: 'an endless file',
    send: () => upload(streamed(properParts + fileHead, 1e6), multipart),
    status: 413,
    code: 'payload_too_large',
    words: /exceeds the limit of 1 MiB/,
  },
  {
    input: 'a form that ends in the middle of the file',
    send: () => upload(`${properParts}${fileHead}half of`, multipart),
    status: 422,
    code: 'invalid_request',
    words: /not a complete multipart form. Nothing was stored/,
  },
  {
    input: 'a form that ends behind the file',
    send: () => upload(`${properParts}${fileHead}all of it\r\n${textPart('tags', 'x').slice(0, -4)}`, multipart),
    status: 422,
    code: 'invalid_request',
    words: /not a complete multipart form. Nothing was stored/,
  },
  {
    input: 'two files',
    send: () => upload(`${properParts}${fileHead}one\r\n${fileHead}two\r\n--b--\r\n`, multipart),
    status: 422,
    code: 'invalid_request',
    words: /more than one file/,
  },
  {
    input: 'an Idempotency-Key of 300 characters',
    send: () => upload(uploadForm(), { headers: { 'idempotency-key': 'k'.repeat(300) } }),
    status: 422,
    code: 'invalid_request',
    words: /Idempotency-Key is longer than 255/,
  },
  {
    input: 'J-4.99 a reused key',
    send: async () => {
      const headers = { 'idempotency-key': 'once' };
      expect((await upload(uploadForm({ file: 'first' }), { headers })).status).toBe(201);
      return upload(uploadForm({ file: 'second' }), { headers });
    },
    status: 422,
    code: 'idempotency_key_reuse',
    words: /This Idempotency-Key was already used/,
  },
  {
    input: 'a full disk',
    send: () => {
      const { put } = blobs;
      blobs.put = (source, options) => put.call(blobs, fullAfterOneChunk(source), options);
      return upload(uploadForm());
    },
    status: 500,
    code: 'upstream_error',
    words: /disk is full. Nothing was stored/,
  },
  {
    input: 'a database that takes no record',
    send: () => {
      deps.store.assets.insert = () => {
        throw new Error('SQLITE_FULL: database or disk is full');
      };
      return upload(uploadForm());
    },
    status: 500,
    code: 'upstream_error',
    words: /Internal error/,
  },
];

async function* fullAfterOneChunk(source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  for await (const chunk of source) {
    yield chunk;
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  }
}

describe('rejected uploads', () => {
  it.each(rejected)('$input: $status $code', async ({ send, status, code, words }) => {
    const response = await send();
    const { error } = (await response.json()) as { error: { code: string; message: string } };
    expect({ status: response.status, code: error.code }).toEqual({ status, code });
    expect(error.message).toMatch(words);
    expect(error.message).not.toContain(root);
  });

  it('J-4.99 a reused key names the asset, if the response was lost after its commit', async () => {
    const headers = { 'idempotency-key': 'cut' };
    const { synced } = deps.store;
    deps.store.synced = () => Promise.reject(new StoreUnusable('The database is not synced'));
    expect((await upload(uploadForm({ file: 'the bytes' }), { headers })).status).toBe(500);
    deps.store.synced = synced;
    const again = await upload(uploadForm({ file: 'the bytes' }), { headers });
    const { error } = (await again.json()) as ErrorEnvelope;
    expect(error).toMatchObject({ code: 'idempotency_key_reuse', details: { asset_id: expect.any(String) } });
    const url = `${ORIGIN}/api/v2/assets/${String(error.details?.['asset_id'])}`;
    const asset = (await (await app.fetch(new Request(url))).json()) as Asset;
    expect(await (await app.fetch(new Request(asset.url))).text()).toBe('the bytes');
    expect((await app.fetch(new Request(url, { method: 'DELETE' }))).status).toBe(204);
    const later = await upload(uploadForm({ file: 'the bytes' }), { headers });
    expect(await later.json()).toMatchObject({ error: { code: 'idempotency_key_reuse', details: null } });
  });

  it('an idempotency key that created no asset is released', async () => {
    const headers = { 'idempotency-key': 'again' };
    expect((await upload(uploadForm({ expected_hash: OTHER_HASH }), { headers })).status).toBe(409);
    expect((await upload(uploadForm({ expires_in: '1' }), { headers })).status).toBe(422);
    expect((await upload(uploadForm(), { headers })).status).toBe(201);
  });
});

describe('unusual but valid uploads', () => {
  it('J-4.94 a file that precedes other parts and fits in memory', async () => {
    const bytes = new Uint8Array(MAX_UPLOAD_BYTES).fill(7);
    const parts = { content_type: 'text/plain', file_path: 'first.txt', tags: 'a' };
    const upload = uploadForm({ content_type: undefined, file_path: undefined, file: bytes, late: parts });
    const asset = await accepted(upload);
    expect(asset).toMatchObject({ ...parts, tags: ['a'], size_bytes: bytes.length });
    const stored = Buffer.from(await (await app.fetch(new Request(asset.url))).arrayBuffer());
    expect(stored.equals(bytes)).toBe(true);
  });

  it('J-4.94 an expected_hash after the file is still checked', async () => {
    const late = { content_type: 'text/plain', file_path: 'first.txt', expected_hash: OTHER_HASH };
    const response = await upload(uploadForm({ content_type: undefined, file_path: undefined, late }));
    expect(response.status).toBe(409);
  });

  it('an empty file', async () => {
    const asset = await accepted(uploadForm({ file: '' }));
    expect(asset.size_bytes).toBe(0);
    const content = await app.fetch(new Request(asset.url));
    expect({ status: content.status, text: await content.text() }).toEqual({ status: 200, text: '' });
  });

  it('a text file named .png: its thumbnail is the file itself', async () => {
    const asset = await accepted(uploadForm({ file: 'this is no picture' }));
    const small = await app.fetch(new Request(`${asset.url}&thumb=256`));
    expect(small.headers.get('content-type')).toBe('image/png');
    expect(await small.text()).toBe('this is no picture');
  });

  it('a header that declares 30,000 x 30,000 pixels: it is never decoded', async () => {
    const header = await pngHeader(30_000, 30_000);
    const asset = await accepted(uploadForm({ file: header }));
    expect(asset.size_bytes).toBe(header.byteLength);
    const small = await app.fetch(new Request(`${asset.url}&thumb=256`));
    expect(new Uint8Array(await small.arrayBuffer())).toEqual(header);
  });

  it.each(['../../etc/passwd', '/etc/passwd', 'C:\\Windows\\win.ini', 'a/../../b.png'])(
    'a path in the name, stored as text: %j',
    async (file_path) => {
      const before = await readdir(dir);
      const asset = await accepted(uploadForm({ file_path, file_name: file_path }));
      expect(asset.file_path).toBe(file_path);
      const content = await app.fetch(new Request(asset.url));
      expect(content.headers.get('content-disposition')).not.toMatch(/[/\\]/);
      await content.body?.cancel();
      const added = (await readdir(dir)).filter((name) => !before.includes(name));
      expect(added).toEqual([asset.hash?.slice('blake3:'.length, 'blake3:'.length + 2)]);
    },
  );

  it('two files with the same name and size but different bytes: two assets', async () => {
    const one = await accepted(uploadForm({ file: 'aaaa' }));
    const two = await accepted(uploadForm({ file: 'bbbb' }));
    expect(two.id).not.toBe(one.id);
    expect(await (await app.fetch(new Request(one.url))).text()).toBe('aaaa');
    expect(await (await app.fetch(new Request(two.url))).text()).toBe('bbbb');
  });
});

describe('uploads that fail at LoadImage', () => {
  it.each<[string, () => Promise<Uint8Array> | string, RegExp]>([
    ['an empty file', () => '', /photo\.png is empty/],
    ['a text file named .png', () => 'this is no picture', /photo\.png is not an image/],
    ['a header that announces 30,000 x 30,000 pixels', () => pngHeader(30_000, 30_000), /photo\.png .*30,?000/],
    ['a truncated image', () => cutShort(), /photo\.png is damaged/],
  ])('%s: the run fails with the reason', async (_, make, words) => {
    const running = createApp({ ...deps, engine: new InlineEngine('here') });
    await running.start();
    const { id } = await accepted(uploadForm({ file: await make() }));
    const workflow = {
      '1': { class_type: 'LoadImage', inputs: { image: { __type: 'core/ASSET', info: { id } } } },
      '2': { class_type: 'SaveImage', inputs: { images: ['1', 0], filename_prefix: 'out' } },
    };
    const request = new Request(`${ORIGIN}/api/v2/jobs`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ workflow }),
    });
    const submitted = (await (await running.fetch(request)).json()) as Job;
    const read = async () =>
      (await (await running.fetch(new Request(resolveLink(submitted.urls.self, ORIGIN)))).json()) as Job;
    await expect.poll(async () => (await read()).status).toBe('failed');
    const { error, outputs } = await read();
    expect(error).toMatchObject({ code: 'node_execution_error', node_id: '1', class_type: 'LoadImage' });
    expect(error?.message).toMatch(words);
    expect(outputs).toEqual([]);
  });
});

async function cutShort(): Promise<Uint8Array> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const whole = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red', noise } })
    .png()
    .toBuffer();
  return new Uint8Array(whole.subarray(0, whole.length / 2));
}

describe('an aborted upload', () => {
  it('leaves no files, and its idempotency key can be reused', async () => {
    const { put } = blobs;
    let chunks = 0;
    let end = 'not yet';
    blobs.put = async (source, options) => {
      try {
        const stored = await put.call(
          blobs,
          counting(source, () => (chunks += 1)),
          options,
        );
        end = 'stored';
        return stored;
      } catch (error) {
        end = 'given up';
        throw error;
      }
    };
    const server = await listen(0, app.fetch, deps.log);
    try {
      const socket = await beginUpload(server.address, 'torn', `${properParts}${fileHead}the first bytes of many`);
      await expect.poll(() => chunks).toBe(1);
      expect(await readdir(join(dir, 'tmp'))).toHaveLength(1);
      socket.destroy();
      await expect.poll(() => end).toBe('given up');
      await expect.poll(() => readdir(join(dir, 'tmp'))).toEqual([]);
      expect(deps.store.assets.referencedBlobs().size).toBe(0);
      blobs.put = put;
      const again = await upload(uploadForm(), { headers: { 'idempotency-key': 'torn' } });
      expect(again.status).toBe(201);
    } finally {
      server.stopListening();
      server.cut();
    }
  });
});

describe('a stalled upload', () => {
  it.each([
    ['in the middle of the file', `${properParts}${fileHead}the first bytes of many`],
    ['before the file', properParts],
    ['behind the file', `${properParts}${fileHead}all of it\r\n${textPart('tags', 'late')}`],
    ['before the first byte', ''],
  ])('%s is aborted after a minute, and leaves no files', async (_, sent) => {
    const server = await listen(0, app.fetch, deps.log);
    try {
      const socket = await beginUpload(server.address, 'hanging', sent);
      let response = '';
      socket.on('data', (bytes: Buffer) => (response += bytes.toString()));
      const closed = once(socket, 'close');
      const startedAt = deps.clock.now();
      const later = async () => {
        await deps.clock.advance(5000);
        return response;
      };
      await expect.poll(later, { interval: 5, timeout: 10_000 }).toMatch(/^HTTP\/1\.1 422 /);
      expect(deps.clock.now() - startedAt).toBeGreaterThanOrEqual(UPLOAD_IDLE_MS);
      await closed;
      expect(response).toContain('"code":"invalid_request"');
      expect(response).toContain('Upload timed out: no data for 60 s. Nothing was stored');
      await expect.poll(() => readdir(join(dir, 'tmp'))).toEqual([]);
      expect(deps.store.assets.referencedBlobs().size).toBe(0);
      expect((await upload(uploadForm(), { headers: { 'idempotency-key': 'hanging' } })).status).toBe(201);
    } finally {
      server.stopListening();
      server.cut();
    }
  });

  it('is not aborted while data arrives, however slowly', async () => {
    let pull: ((chunk: string | null) => void) | null = null;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        pull = (chunk) => (chunk === null ? controller.close() : controller.enqueue(new TextEncoder().encode(chunk)));
      },
    });
    const response = upload(body, multipart);
    const push = (chunk: string | null) => pull?.(chunk);
    push(properParts + fileHead);
    for (let n = 0; n < 5; n += 1) {
      await deps.clock.advance(UPLOAD_IDLE_MS - 1000);
      push('a few bytes more, ');
    }
    push('and the last\r\n--b--\r\n');
    push(null);
    expect((await response).status).toBe(201);
  });
});

/** Announces more bytes than it sends. */
async function beginUpload(url: string, key: string, sent: string): Promise<Socket> {
  const { host, port } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1');
  await once(socket, 'connect');
  const head = [
    'POST /api/v2/assets HTTP/1.1',
    `host: ${host}`,
    'content-type: multipart/form-data; boundary=b',
    'content-length: 500000',
    `idempotency-key: ${key}`,
    '',
    sent,
  ];
  socket.write(head.join('\r\n'));
  return socket;
}

async function* counting(source: AsyncIterable<Uint8Array>, onChunk: () => void): AsyncIterable<Uint8Array> {
  for await (const chunk of source) {
    onChunk();
    yield chunk;
  }
}
