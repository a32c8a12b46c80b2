import { beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../../app';
import { createMemoryDeps, type MemoryDeps } from '../../testing/memory-deps';
import type { AssetCopies, ModelOutput, RouterModel } from '../model-source';
import { FetchBlocked, type PublicFetch } from './public-fetch';
import { readableResponse, streamOf } from '../responses/readable-response';
import { createResponseHosting } from './result-hosting';
import { StoredResultUrls } from './result-url-allowlist';

const ORIGIN = 'http://127.0.0.1:8189';
const HOUR_MS = 3600 * 1000;
const CDN: Record<string, { contentType: string; text: string }> = {
  'https://cdn.example/1.png': { contentType: 'image/png', text: 'one' },
  'https://cdn.example/2.mp4?sig=a%2Fb': { contentType: 'video/mp4', text: 'two' },
  'https://cdn.example/page': { contentType: 'text/html', text: '<p>' },
};

let deps: MemoryDeps;
let seen: StoredResultUrls;
let requests: string[];

beforeEach(async () => {
  deps = await createMemoryDeps();
  seen = new StoredResultUrls(deps);
  requests = [];
});

const fetchPublic: PublicFetch = async (address) => {
  requests.push(address);
  const file = CDN[address];
  if (!file) throw new FetchBlocked('cdn.example responded with 404');
  const content = new Response(file.text).body as ReadableStream<Uint8Array>;
  return { contentType: file.contentType, fileName: null, url: address, content };
};

async function host(text: string, which: AssetCopies['which'] | null = 'media', contentType = 'application/json') {
  const response: ModelOutput = { contentType, body: new Response(text).body as ReadableStream<Uint8Array> };
  const model = {
    provider: 'p',
    model: 'm',
    ...(which === null ? {} : { copies: { which, trustedOrigins: new Set<string>() } }),
  } as Partial<RouterModel> as RouterModel;
  const hosting = createResponseHosting({ ...deps, fetchPublic, seen });
  const call = { model, owner: 'local', origin: ORIGIN, requestId: 'r', signal: new AbortController().signal };
  const held = await readableResponse(response);
  const hosted = 'chunks' in held ? await hosting(held, call) : held;
  const result = await new Response('chunks' in hosted ? streamOf(hosted.chunks) : hosted.body).text();
  return { text: result, isReplayable: hosted.isReplayable ?? true };
}

async function read(address: string) {
  const app = createApp(deps);
  const response = await app.fetch(new Request(address));
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
}

describe('assets of a response', () => {
  it('R-2.72 R-2.95 are copied, and their URLs return the same bytes', async () => {
    const { text, isReplayable } = await host('{"data":[{"url":"https://cdn.example/1.png", "n": 1.0}]}');
    const [, url = ''] = /^\{"data":\[\{"url":"(http:\/\/127\.0\.0\.1:8189[^"]+)", "n": 1\.0\}\]\}$/.exec(text) ?? [];
    expect(await read(url)).toEqual({ status: 200, type: 'image/png', text: 'one' });
    expect(isReplayable).toBe(true);
  });

  it('R-2.81 R-8.08 are valid for 24 hours from the signing, opened or not', async () => {
    const { text } = await host('["https://cdn.example/1.png"]');
    const [url = ''] = JSON.parse(text) as string[];
    await deps.clock.advance(24 * HOUR_MS - 1000);
    expect((await read(url)).status).toBe(200);
    await deps.clock.advance(1000);
    expect((await read(url)).status).toBe(403);
  });

  it('R-2.89 R-2.90 R-2.91 individually retain the URL of the provider if their copy fails, without an error', async () => {
    const given =
      '{"images":["https://cdn.example/1.png","https://cdn.example/gone.png"],"video":{"url":"https://cdn.example/2.mp4?sig=a%2Fb"}}';
    const { text, isReplayable } = await host(given);
    const result = JSON.parse(text) as { images: string[]; video: { url: string } };
    expect(Object.keys(result)).toEqual(['images', 'video']);
    expect(result.images[0]).toMatch(`${ORIGIN}/`);
    expect(result.images[1]).toBe('https://cdn.example/gone.png');
    expect((await read(result.video.url)).text).toBe('two');
    expect(isReplayable).toBe(false);
  });

  it('R-2.89 R-2.95 are copied even if another URL cannot be read', async () => {
    const broken = 'https://cdn.example/api/v2/assets/%zz/content';
    const { text, isReplayable } = await host(JSON.stringify([broken, 'https://cdn.example/1.png']), ['[]']);
    expect(JSON.parse(text)).toEqual([broken, expect.stringContaining(`${ORIGIN}/api/v2/assets/`)]);
    expect(isReplayable).toBe(false);
  });

  it('R-2.92 stay at the provider if the store fails', async () => {
    deps.blobs.put = () => Promise.reject(new Error('The disk is full'));
    const given = '["https://cdn.example/1.png"]';
    expect(await host(given)).toEqual({ text: given, isReplayable: false });
  });

  it('are fetched once, even if a response contains their URL several times', async () => {
    const { text } = await host('["https://cdn.example/1.png","https://cdn.example/1.png"]');
    const [first, second] = JSON.parse(text) as string[];
    expect(second).toBe(first);
    expect(requests).toEqual(['https://cdn.example/1.png']);
  });

  it('are only images, audio and videos, unless the configuration lists their paths', async () => {
    const page = '{"url":"https://cdn.example/page"}';
    expect((await host(page)).text).toBe(page);
    expect((await host(page, ['url'])).text).toMatch(ORIGIN);
    expect((await host('{"url":"https://cdn.example/1.png"}', ['data[].url'])).text).toMatch('cdn.example');
  });
});

describe('a response', () => {
  it.each([
    ['contains no asset', '{ "a" : 18446744073709551615,\n"b": [ 1.0 ] }', 'media' as const, 'application/json'],
    ['is of a model that copies nothing', '{"url": "https://cdn.example/1.png"}', null, 'application/json'],
    ['is not JSON', '"https://cdn.example/1.png"', 'media' as const, 'text/plain'],
    [
      'contains URLs within a text',
      '{"content":"See https://cdn.example/1.png"}',
      'media' as const,
      'application/json',
    ],
  ])('R-1.04 that %s passes unchanged', async (_, given, which, contentType) => {
    expect((await host(given, which, contentType)).text).toBe(given);
    expect(requests).toEqual([]);
  });

  it('R-2.95 R-4.49 with assets of the provider is not replayed', async () => {
    expect((await host('{"url":"https://cdn.example/1.png"}', null)).isReplayable).toBe(false);
    expect((await host('{"status_url":"https://api.example/status/1"}', null)).isReplayable).toBe(true);
  });

  it('with URLs of the gateway retains them', async () => {
    const { text } = await host('["https://cdn.example/1.png"]');
    requests = [];
    expect(await host(text)).toEqual({ text, isReplayable: true });
    expect(requests).toEqual([]);
  });

  it('of many megabytes is rewritten too, and is streamed through above the limit', async () => {
    const given = (megabytes: number) =>
      JSON.stringify({ pad: 'x'.repeat(megabytes * 1024 ** 2), url: 'https://cdn.example/1.png' });
    const { text } = await host(given(20));
    expect(text.length).toBeGreaterThan(20 * 1024 ** 2);
    expect(text.slice(-300)).toMatch(ORIGIN);
    const long = given(65);
    expect((await host(long)).text === long).toBe(true);
  });
});

describe('recorded URLs', () => {
  it('are those of responses, whether copied or not', async () => {
    await host('{"url":"https://cdn.example/1.png","more":{"status_url":"https://api.example/s"}}', null);
    expect(seen.has('https://cdn.example/1.png')).toBe(true);
    expect(seen.has('https://api.example/s')).toBe(true);
    expect(seen.has('HTTPS://api.example:443/s')).toBe(true);
    expect(seen.has('https://cdn.example/2.png')).toBe(false);
  });

  it('are retained across a restart, for a week', async () => {
    await host('{"url":"https://cdn.example/1.png"}', null);
    await deps.clock.advance(1000);
    expect(new StoredResultUrls(deps).has('https://cdn.example/1.png')).toBe(true);
    await deps.clock.advance(7 * 24 * HOUR_MS);
    await host('{"url":"https://cdn.example/2.png"}', null);
    await deps.clock.advance(1000);
    expect(new StoredResultUrls(deps).has('https://cdn.example/1.png')).toBe(false);
    expect(new StoredResultUrls(deps).has('https://cdn.example/2.png')).toBe(true);
  });
});
