import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Asset } from '@contract/jobs/schemas';
import { createApp, type App } from '../app';
import type { Blobs } from '../storage/blobs';
import { FileBlobs } from '../storage/files/file-blobs';
import { MemoryBlobs } from '../storage/memory/memory-blobs';
import { createMemoryDeps, type MemoryDeps } from '../testing/memory-deps';
import { readBusboyMultipart } from './upload/busboy-multipart';
import { discardUnreferencedBlobs } from './sweep';
import { uploadForm } from './testing/upload-form';

const ADDRESS = 'http://127.0.0.1:8189/api/v2/assets';
const ROUNDS = 25;

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'flowdeck-races-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

const kinds: [string, () => Promise<Blobs>][] = [
  ['memory', () => Promise.resolve(new MemoryBlobs())],
  ['files', async () => FileBlobs.open(await mkdtemp(join(root, 'blobs-')))],
];

describe.each(kinds)('a new reference to bytes that are being collected, in %s', (_, makeBlobs) => {
  let deps: MemoryDeps;
  let app: App;
  const send = (path: string, init: RequestInit = {}) => app.fetch(new Request(ADDRESS + path, init));
  const upload = async (file_path: string) => {
    const response = await send('', { method: 'POST', body: uploadForm({ file: 'contested', file_path }) });
    return (await response.json()) as Asset;
  };
  const contentOf = async (asset: Asset) => (await app.fetch(new Request(asset.url))).text();

  const setUp = async () => {
    deps = await createMemoryDeps({ blobs: await makeBlobs(), readMultipart: readBusboyMultipart });
    app = createApp(deps);
  };

  it('has its bytes if it is created by an upload', async () => {
    await setUp();
    let last = await upload('first');
    for (let round = 0; round < ROUNDS; round += 1) {
      const [next] = await Promise.all([
        upload(`round ${round}`),
        send(`/${last.id}`, { method: 'DELETE' }),
        discardUnreferencedBlobs(deps),
      ]);
      expect(await contentOf(next)).toBe('contested');
      last = next;
    }
  });

  it('has its bytes if it is created by hash, or is rejected because they are missing', async () => {
    await setUp();
    const seen = new Set<number>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const old = await upload('old');
      const body = JSON.stringify({ hash: old.hash, file_path: 'new' });
      const attempt = () =>
        send('/from-hash', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      const remove = () => send(`/${old.id}`, { method: 'DELETE' });
      const [response] =
        round % 2 === 0
          ? await Promise.all([attempt(), remove()])
          : await Promise.all([remove().then(attempt), discardUnreferencedBlobs(deps)]);
      seen.add(response.status);
      if (!response.ok) continue;
      const asset = (await response.json()) as Asset;
      expect(await contentOf(asset)).toBe('contested');
      await send(`/${asset.id}`, { method: 'DELETE' });
    }
    expect(seen).toContain(404);
    expect(deps.store.assets.referencedBlobs().size).toBe(0);
  });
});
