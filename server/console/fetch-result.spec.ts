import { beforeEach, describe, expect, it } from 'vitest';
import { createApp, type App } from '../app';
import { signContentUrl } from '../assets/signed-urls';
import { FetchBlocked } from '../router/hosting/public-fetch';
import { StoredResultUrls } from '../router/hosting/result-url-allowlist';
import { createMemoryDeps, type MemoryDeps } from '../testing/memory-deps';

const ADDRESS = 'https://cdn.example/a%20b/cat.png?sig=1';

let deps: MemoryDeps;
let app: App;
let seen: StoredResultUrls;
let requested: { address: string; maxBytes: number }[];
let rejection: Error | null;

beforeEach(async () => {
  requested = [];
  rejection = null;
  deps = await createMemoryDeps({ settings: { maxUploadBytes: 100 } });
  seen = new StoredResultUrls(deps);
  deps.results = {
    seen,
    trustedOrigins: new Set(),
    fetchPublic: async (url, { maxBytes }) => {
      requested.push({ address: url, maxBytes });
      if (rejection) throw rejection;
      const content = new Response('picture').body as ReadableStream<Uint8Array>;
      return { contentType: 'image/png', fileName: null, url, content };
    },
  };
  app = createApp(deps);
});

async function ask(body: string) {
  const response = await app.fetch(
    new Request('http://127.0.0.1:8189/console/fetch-result', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    }),
  );
  return { status: response.status, body: (await response.json()) as Record<string, never> };
}

describe('fetching a result for the console', () => {
  it('saves the file as an asset without an expiry, up to the upload limit', async () => {
    seen.note([ADDRESS]);
    const { status, body } = await ask(JSON.stringify({ url: ADDRESS }));
    expect(status).toBe(201);
    expect(body).toMatchObject({ content_type: 'image/png', file_path: 'cat.png', size_bytes: 7, expires_at: null });
    expect(requested).toEqual([{ address: ADDRESS, maxBytes: 100 }]);
    const content = await app.fetch(new Request(body['url'] ?? ''));
    expect(await content.text()).toBe('picture');
  });

  it('keeps a viewed file for the requested time, and permanently once it is saved', async () => {
    seen.note([ADDRESS]);
    const looked = await ask(JSON.stringify({ url: ADDRESS, expires_in: 3600 }));
    expect(looked.body['expires_at']).toBe(new Date(deps.clock.now() + 3_600_000).toISOString());
    const saved = await ask(JSON.stringify({ url: ADDRESS }));
    expect(saved.body).toMatchObject({ id: looked.body['id'], expires_at: null });
    expect((await ask(JSON.stringify({ url: ADDRESS, expires_in: 60 }))).body).toMatchObject({ expires_at: null });
    expect((await ask(JSON.stringify({ url: ADDRESS, expires_in: 0 }))).status).toBe(400);
  });

  it('rejects a URL that looks like one of our own and cannot be read', async () => {
    expect((await ask(JSON.stringify({ url: 'http://127.0.0.1:8189/api/v2/assets/%zz/content' }))).status).toBe(403);
  });

  it('fetches no URL that no response has contained', async () => {
    const { status, body } = await ask(JSON.stringify({ url: 'http://127.0.0.1:8188/system_stats' }));
    expect(status).toBe(403);
    expect(body).toMatchObject({ error: { code: 'forbidden' } });
    expect(requested).toEqual([]);
  });

  it('reports why a file could not be fetched', async () => {
    seen.note([ADDRESS]);
    rejection = new FetchBlocked('cdn.example responded with 404');
    expect(await ask(JSON.stringify({ url: ADDRESS }))).toMatchObject({
      status: 422,
      body: { error: { message: 'cdn.example responded with 404' } },
    });
    rejection = new FetchBlocked('The file is larger than 100 MiB', { problem: 'too_large' });
    expect((await ask(JSON.stringify({ url: ADDRESS }))).status).toBe(413);
  });

  it('removes the expiry of an asset that is already stored', async () => {
    const stored = await deps.blobs.put(new Response('mine').body as ReadableStream<Uint8Array>);
    const id = crypto.randomUUID();
    deps.store.assets.insert({
      id,
      owner: 'local',
      blob: stored.hash,
      sizeBytes: stored.size,
      contentType: 'image/png',
      filePath: 'mine.png',
      createdAt: deps.clock.now(),
      expiresAt: deps.clock.now() + 1000,
      jobId: null,
      tags: [],
    });
    const { url } = signContentUrl(id, 'http://127.0.0.1:8189', deps);
    expect(await ask(JSON.stringify({ url }))).toMatchObject({ status: 200, body: { id, expires_at: null } });
    expect(requested).toEqual([]);
  });

  it.each(['', '[]', '{"url":7}'])('rejects the body %j', async (body) => {
    expect((await ask(body)).status).toBe(400);
  });
});
