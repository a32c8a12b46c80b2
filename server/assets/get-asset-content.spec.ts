import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Asset } from '@contract/jobs/schemas';
import { createApp } from '../app';
import { FileBlobs } from '../storage/files/file-blobs';
import { createMemoryDeps } from '../testing/memory-deps';
import { uploadForm } from './testing/upload-form';
import type { Thumbnailer } from './thumbnails/thumbnailer';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'flowdeck-content-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

/** Creates a gateway with the test's thumbnailer. */
async function setUp(thumbnail: Thumbnailer['thumbnail']) {
  const requested: number[] = [];
  const deps = await createMemoryDeps({
    blobs: await FileBlobs.open(await mkdtemp(join(root, 'blobs-'))),
    thumbnails: {
      thumbnail: (path, side) => {
        requested.push(side);
        return thumbnail(path, side);
      },
      close: () => Promise.resolve(),
    },
  });
  const app = createApp(deps);
  const upload = async (parts: Parameters<typeof uploadForm>[0] = {}) => {
    const request = new Request('http://127.0.0.1:8189/api/v2/assets', { method: 'POST', body: uploadForm(parts) });
    return (await (await app.fetch(request)).json()) as Asset;
  };
  const get = (url: string, headers: Record<string, string> = {}) => app.fetch(new Request(url, { headers }));
  return { requested, upload, get };
}

const small = (text: string) => () => Promise.resolve(new TextEncoder().encode(text));

describe('thumbnails', () => {
  it('are WebP with a separate ETag, and cached as long as the URL is valid', async () => {
    const { upload, get } = await setUp(small('small'));
    const { url, hash } = await upload();
    const response = await get(`${url}&thumb=256`);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'content-length': '5',
      'content-disposition': 'inline',
      'cache-control': expect.stringMatching(/^private, max-age=\d+, immutable$/) as string,
      'x-content-type-options': 'nosniff',
      etag: `"${hash?.slice('blake3:'.length)}-256"`,
    });
    expect(await response.text()).toBe('small');
    const again = await get(`${url}&thumb=256`, { 'if-none-match': response.headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
  });

  it('have few sizes', async () => {
    const { requested, upload, get } = await setUp(small('small'));
    const { url } = await upload();
    for (const request of [1, 64, 65, 256, 300, 512, 513, 4000]) await get(`${url}&thumb=${request}`);
    expect(requested).toEqual([64, 64, 128, 256, 512, 512, 1024, 1024]);
  });

  it.each(['video/mp4', 'image/svg+xml', 'text/plain', 'application/octet-stream'])(
    'are not created for %s',
    async (content_type) => {
      const { requested, upload, get } = await setUp(small('small'));
      const { url } = await upload({ content_type, file: 'original' });
      expect(await (await get(`${url}&thumb=256`)).text()).toBe('original');
      expect(requested).toEqual([]);
    },
  );

  it('are replaced by the original if there can be none', async () => {
    const { upload, get } = await setUp(() => Promise.resolve(null));
    const { url } = await upload({ file: 'no picture' });
    const response = await get(`${url}&thumb=256`);
    expect(await response.text()).toBe('no picture');
    expect(response.headers.get('cache-control')).toContain('immutable');
  });

  it('are replaced by the original temporarily if creating one failed', async () => {
    const { upload, get } = await setUp(() => Promise.reject(new Error('The process ended: SIGKILL')));
    const { url } = await upload({ file: 'a picture' });
    const response = await get(`${url}&thumb=256`);
    expect(await response.text()).toBe('a picture');
    expect(response.headers.get('cache-control')).toBe('no-store');
  });
});
