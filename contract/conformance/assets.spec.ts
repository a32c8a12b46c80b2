import { blake3 } from 'hash-wasm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  assetOf,
  assetReference,
  deleteAsset,
  fromHash,
  newBytes,
  postAsset,
  readAsset,
  uploaded,
} from './harness/assets-on-surface';
import { HOSTS } from './harness/harness';
import type { Graph } from './harness/target';
import { errorCode, HANGING_GRAPH, jobEnd } from './harness/jobs-on-surface';
import { needScripts, postJob, QUICK_GRAPH, submit } from './harness/jobs-on-surface';
import type { Surface } from './harness/surface';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const UNKNOWN_HASH = `blake3:${'0'.repeat(64)}`;

const hashOf = async (bytes: string) => `blake3:${await blake3(bytes)}`;

function graphReading(reference: unknown): Graph {
  return {
    '1': { class_type: 'LoadImage', inputs: { image: reference } },
    '2': { class_type: 'SaveImage', inputs: { images: ['1', 0], filename_prefix: 'out' } },
  };
}

describe.each(HOSTS)('assets $name', ({ open }) => {
  let surface: Surface;
  beforeAll(async () => {
    surface = await open();
  });
  afterAll(() => surface.close());

  const head = (hash: string) => surface.fetch(`/api/v2/assets/by-hash/${hash}`, { method: 'HEAD' });

  describe('the record', () => {
    test('J-1.10 J-2.69 has a UUID and a blake3 hash', async () => {
      const asset = await uploaded(surface);
      expect(asset.id).toMatch(UUID);
      expect(asset.hash).toMatch(/^blake3:[0-9a-f]{64}$/);
    });

    test('J-1.11 the hash is computed from the bytes', async () => {
      const bytes = newBytes();
      expect((await uploaded(surface, { file: bytes })).hash).toBe(await hashOf(bytes));
    });

    test('J-1.12 the hash never changes', async () => {
      const { id, hash } = await uploaded(surface);
      expect([(await readAsset(surface, id)).hash, (await readAsset(surface, id)).hash]).toEqual([hash, hash]);
    });

    test('J-2.77 J-2.78 J-2.79 has size, media type and upload time', async () => {
      const { id } = await uploaded(surface, { file: '12345', parts: { content_type: 'image/x-special' } });
      const asset = await readAsset(surface, id);
      expect(asset).toMatchObject({ size_bytes: 5, content_type: 'image/x-special' });
      expect(new Date(asset.created_at).toISOString()).toBe(asset.created_at);
    });

    test('J-1.16 J-2.80 J-2.81 has a content URL that works without a credential', async () => {
      const bytes = newBytes();
      const { id } = await uploaded(surface, { file: bytes });
      const asset = await readAsset(surface, id);
      expect(new URL(asset.url).origin).toBe(surface.baseUrl);
      expect(Date.parse(asset.url_expires_at)).toBeGreaterThan(Date.parse(asset.created_at));
      expect(await (await surface.fetch(asset.url)).text()).toBe(bytes);
    });

    test('J-2.82 echoes file_path', async () => {
      const { id } = await uploaded(surface, { parts: { file_path: 'a/b.png' } });
      expect((await readAsset(surface, id)).file_path).toBe('a/b.png');
    });

    test('J-2.84 has no expiry unless one is requested', async () => {
      const asset = await uploaded(surface, { file: newBytes() });
      expect(asset.expires_at ?? null).toBeNull();
    });

    test('J-2.86 names a job only if a job created it', async () => {
      const job = await jobEnd(surface, await submit(surface, QUICK_GRAPH));
      const [output] = job.outputs;
      expect((await readAsset(surface, output?.id ?? '')).job_id).toBe(job.id);
      const upload = await readAsset(surface, (await uploaded(surface)).id);
      expect(upload.job_id ?? null).toBeNull();
    });

    test('J-4.65 J-2.33 is the same for uploads and outputs', async () => {
      const job = await jobEnd(surface, await submit(surface, QUICK_GRAPH));
      const output = await readAsset(surface, job.outputs[0]?.id ?? '');
      expect(output.id).toBe(job.outputs[0]?.id);
      const upload = await readAsset(surface, (await uploaded(surface)).id);
      const { job_id: _, ...shared } = output;
      expect(Object.keys(shared).sort()).toEqual(Object.keys(upload).sort());
    });
  });

  describe('an upload', () => {
    test('J-4.66 J-4.108 provides an input that a run reads', async () => {
      needScripts(surface, 'LoadImage that takes any bytes');
      const bytes = newBytes();
      const { id } = await uploaded(surface, { file: bytes, parts: { content_type: 'image/png' } });
      const job = await jobEnd(surface, await submit(surface, graphReading(assetReference({ id }))));
      expect(job.status).toBe('succeeded');
      expect(await (await surface.fetch(job.outputs[0]?.url ?? '')).text()).toBe(bytes);
    });

    test.each(['content_type', 'file_path'])('J-4.93 is rejected without %s', async (part) => {
      const response = await postAsset(surface, { parts: { [part]: undefined } });
      expect(response.status).toBe(422);
    });

    test('J-4.93 is rejected without a file', async () => {
      const form = new FormData();
      form.append('content_type', 'text/plain');
      form.append('file_path', 'note.txt');
      const response = await surface.fetch('/api/v2/assets', { method: 'POST', body: form });
      expect(response.status).toBe(422);
    });

    test('J-4.94 accepts a small file before its text parts, or names the part that must come first', async () => {
      const form = new FormData();
      form.append('file', new Blob(['x']), 'x');
      form.append('content_type', 'text/plain');
      form.append('file_path', 'note.txt');
      const response = await surface.fetch('/api/v2/assets', { method: 'POST', body: form });
      const body: unknown = await response.json();
      const { error, ...asset } = body as { error?: { code: string } };
      expect({ status: response.status, code: error?.code, ...asset }).toMatchObject(
        response.ok
          ? { content_type: 'text/plain', file_path: 'note.txt', size_bytes: 1 }
          : { status: 422, code: 'invalid_request' },
      );
    });

    test('J-4.95 J-2.83 returns 201 for new bytes and 200 for known ones', async () => {
      const file = newBytes();
      const first = await postAsset(surface, { file });
      const second = await postAsset(surface, { file });
      expect([first.status, second.status]).toEqual([201, 200]);
      const assets = [await assetOf(first), await assetOf(second)];
      expect(assets.map((asset) => asset.created_new)).toEqual([true, false]);
      expect(Object.keys(await readAsset(surface, assets[0]?.id ?? ''))).not.toContain('created_new');
    });

    test('J-1.15 stores identical bytes once', async () => {
      const file = newBytes();
      const first = await uploaded(surface, { file });
      const second = await uploaded(surface, { file, parts: { file_path: 'another.txt' } });
      expect(second).toMatchObject({ hash: first.hash, created_new: false, file_path: 'another.txt' });
      expect(second.id).not.toBe(first.id);
      // One blob under two records: it is deleted only with the last of them.
      expect((await deleteAsset(surface, first.id)).status).toBe(204);
      expect(await (await surface.fetch(second.url)).text()).toBe(file);
      expect((await deleteAsset(surface, second.id)).status).toBe(204);
      expect((await head(first.hash ?? '')).status).toBe(404);
    });

    test('separates two files with the same name and size', async () => {
      const one = await uploaded(surface, { file: 'aaaa' });
      const two = await uploaded(surface, { file: 'bbbb' });
      expect(one.id).not.toBe(two.id);
      expect(await (await surface.fetch(one.url)).text()).toBe('aaaa');
    });

    test('J-4.96 J-7.06 with a wrong expected_hash is rejected, and nothing is stored', async () => {
      const file = newBytes();
      const response = await postAsset(surface, { file, parts: { expected_hash: UNKNOWN_HASH } });
      expect(response.status).toBe(409);
      expect(await errorCode(response)).toBe('hash_mismatch');
      expect((await head(await hashOf(file))).status).toBe(404);
    });

    test('J-4.96 accepts the right expected_hash in either case', async () => {
      const file = newBytes();
      const hash = await hashOf(file);
      for (const expected_hash of [hash, hash.toUpperCase()]) {
        expect((await postAsset(surface, { file, parts: { expected_hash } })).ok).toBe(true);
      }
    });

    test.each(['59', '604801', '1.5', 'soon'])('J-4.97 rejects expires_in %s', async (expires_in) => {
      expect((await postAsset(surface, { parts: { expires_in } })).status).toBe(422);
    });

    test.each([60, 604_800])('J-4.97 stores a file for %i seconds', async (seconds) => {
      const asset = await uploaded(surface, { file: newBytes(), parts: { expires_in: String(seconds) } });
      expect(Date.parse(asset.expires_at ?? '') - Date.parse(asset.created_at)).toBe(seconds * 1000);
    });

    test('J-2.85 of known bytes extends their expiry and never shortens it', async () => {
      const file = newBytes();
      const upload = (expires_in?: string) => uploaded(surface, { file, parts: { expires_in } });
      const first = await upload('86400');
      const shorter = await upload('60');
      expect(shorter).toMatchObject({ id: first.id, expires_at: first.expires_at });
      const longer = await upload('172800');
      expect(Date.parse(longer.expires_at ?? '')).toBeGreaterThan(Date.parse(first.expires_at ?? ''));
      expect((await upload()).expires_at ?? null).toBeNull();
      expect((await upload('60')).expires_at ?? null).toBeNull();
    });

    test('J-4.98 accepts tags', async () => {
      const asset = await uploaded(surface, { file: newBytes(), parts: { tags: ['cat', 'input'] } });
      expect(asset['tags']).toEqual(['cat', 'input']);
    });

    test('J-4.99 with a used Idempotency-Key is rejected', async () => {
      const headers = { 'idempotency-key': crypto.randomUUID() };
      const first = await postAsset(surface, { file: newBytes(), headers });
      const second = await postAsset(surface, { file: newBytes(), headers });
      expect([first.status, second.status]).toEqual([201, 422]);
      expect(await errorCode(second)).toBe('idempotency_key_reuse');
    });

    test('J-4.99 is rejected if another one with the same Idempotency-Key is in progress', async () => {
      const headers = { 'idempotency-key': crypto.randomUUID() };
      const both = await Promise.all([0, 1].map(() => postAsset(surface, { file: newBytes(), headers })));
      expect(both.map((response) => response.status).sort()).toEqual([201, 422]);
    });

    test('J-4.99 releases a key that created no asset, and has separate keys from submissions', async () => {
      const key = crypto.randomUUID();
      const headers = { 'idempotency-key': key };
      expect((await postAsset(surface, { headers, parts: { expected_hash: UNKNOWN_HASH } })).status).toBe(409);
      expect((await postAsset(surface, { headers, file: newBytes() })).status).toBe(201);
      expect((await postJob(surface, { workflow: QUICK_GRAPH }, headers)).status).toBe(201);
    });
  });

  describe('from-hash', () => {
    test('J-4.100 creates a record for known bytes once', async () => {
      const { hash, id } = await uploaded(surface, { file: newBytes(), parts: { content_type: 'image/png' } });
      const first = await fromHash(surface, { hash, file_path: 'copy.png' });
      const second = await fromHash(surface, { hash, file_path: 'copy.png' });
      expect([first.status, second.status]).toEqual([201, 200]);
      const assets = [await assetOf(first), await assetOf(second)];
      expect(assets[0]).toMatchObject({ hash, file_path: 'copy.png', content_type: 'image/png', created_new: false });
      expect(assets[1]?.id).toBe(assets[0]?.id);
      expect(assets[0]?.id).not.toBe(id);
    });

    test('J-4.100 accepts the hash in either case, and all parameters of an upload', async () => {
      const { hash } = await uploaded(surface, { file: newBytes() });
      const response = await fromHash(surface, {
        hash: hash?.toUpperCase(),
        file_path: 'later.txt',
        content_type: 'text/x-other',
        tags: ['again'],
        expires_in: 60,
      });
      const asset = await assetOf(response);
      expect(asset).toMatchObject({ hash, content_type: 'text/x-other', tags: ['again'] });
      expect(Date.parse(asset.expires_at ?? '') - Date.parse(asset.created_at)).toBe(60_000);
    });

    test('J-4.100 finds the bytes of an output too', async () => {
      const job = await jobEnd(surface, await submit(surface, QUICK_GRAPH));
      const [output] = job.outputs;
      const asset = await assetOf(await fromHash(surface, { hash: output?.hash, file_path: crypto.randomUUID() }));
      expect(asset).toMatchObject({ hash: output?.hash, content_type: output?.content_type });
      expect(asset.job_id ?? null).toBeNull();
    });

    test('J-4.101 J-7.07 returns blob_not_found for unknown bytes', async () => {
      const response = await fromHash(surface, { hash: UNKNOWN_HASH, file_path: 'x' });
      expect(response.status).toBe(404);
      expect(await errorCode(response)).toBe('blob_not_found');
    });

    test.each(['{', '[]', '{}', '{"hash":"sha256:00"}', `{"hash":"${UNKNOWN_HASH}","expires_in":59}`])(
      'rejects the body %s',
      async (body) => {
        expect((await fromHash(surface, body)).status).toBe(422);
      },
    );
  });

  test('J-4.102 HEAD by-hash reports known bytes, with the colon encoded or not, and in either case', async () => {
    const hash = (await uploaded(surface)).hash ?? '';
    for (const spelling of [hash, encodeURIComponent(hash), hash.toUpperCase()]) {
      expect((await head(spelling)).status).toBe(200);
    }
    expect((await head(UNKNOWN_HASH)).status).toBe(404);
    expect((await head('nonsense')).status).toBe(404);
  });

  describe('deleting', () => {
    test('J-4.105 returns 204, and 404 the second time', async () => {
      const { id, url } = await uploaded(surface, { file: newBytes() });
      expect((await deleteAsset(surface, id)).status).toBe(204);
      const second = await deleteAsset(surface, id);
      expect(second.status).toBe(404);
      expect(await errorCode(second)).toBe('not_found');
      expect((await surface.fetch(`/api/v2/assets/${id}`)).status).toBe(404);
      expect((await surface.fetch(url)).status).toBe(404);
    });

    test('J-4.106 is rejected while an unfinished job reads the asset', async () => {
      const { id } = await uploaded(surface, { file: newBytes() });
      const blocker = await submit(surface, HANGING_GRAPH);
      const job = await submit(surface, graphReading(assetReference({ id })));
      const rejected = await deleteAsset(surface, id);
      expect(rejected.status).toBe(409);
      expect(await errorCode(rejected)).toBe('asset_in_use');
      await surface.fetch(blocker.urls.cancel, { method: 'POST' });
      await jobEnd(surface, job);
      expect((await deleteAsset(surface, id)).status).toBe(204);
    });
  });

  test('J-4.109 in a reference the id takes precedence over hash and file_path', async () => {
    needScripts(surface, 'LoadImage that takes any bytes');
    const read = await uploaded(surface, { file: newBytes() });
    const other = await uploaded(surface, { file: newBytes(), parts: { file_path: 'other.txt' } });
    const reference = assetReference({ id: read.id, hash: other.hash, file_path: 'other.txt' });
    const job = await jobEnd(surface, await submit(surface, graphReading(reference)));
    expect(job.outputs[0]?.hash).toBe(read.hash);
  });

  test.each([{}, { id: 5 }, { hash: UNKNOWN_HASH }])('J-4.110 the malformed reference %j is rejected', async (info) => {
    const response = await postJob(surface, { workflow: graphReading(assetReference(info)) });
    expect(response.status).toBe(422);
    expect(await errorCode(response)).toBe('missing_asset');
  });
});

describe.each(HOSTS.filter(({ isVirtual }) => isVirtual))('asset expiry $name', ({ open }) => {
  let surface: Surface;
  beforeAll(async () => {
    surface = await open({ retentionMs: 3600_000 });
  });
  afterAll(() => surface.close());

  test('an asset is removed when it expires, and its bytes soon after', async () => {
    const { id, hash, url } = await uploaded(surface, { file: newBytes(), parts: { expires_in: '60' } });
    await surface.pass(59_999);
    expect((await surface.fetch(url)).status).toBe(200);
    await surface.pass(1);
    expect((await surface.fetch(url)).status).toBe(404);
    expect((await surface.fetch(`/api/v2/assets/${id}`)).status).toBe(404);
    await surface.pass(600_000);
    const response = await fromHash(surface, { hash, file_path: 'x' });
    expect(await errorCode(response)).toBe('blob_not_found');
  });

  test('an upload of an expired asset creates a new one', async () => {
    const file = newBytes();
    const before = await uploaded(surface, { file, parts: { expires_in: '60' } });
    await surface.pass(61_000);
    const after = await uploaded(surface, { file, parts: { expires_in: '60' } });
    expect(after.id).not.toBe(before.id);
    expect((await readAsset(surface, after.id)).id).toBe(after.id);
  });

  test('J-4.104 a read always returns a URL with time left', async () => {
    const file = newBytes();
    const { id, ...first } = await uploaded(surface, { file });
    const now = () => surface.clock?.now() ?? 0;
    await surface.pass(Date.parse(first.url_expires_at) - now());
    const later = await readAsset(surface, id);
    expect(later.url).not.toBe(first.url);
    expect(Date.parse(later.url_expires_at)).toBeGreaterThan(now());
    expect(await (await surface.fetch(later.url)).text()).toBe(file);
  });

  test('J-8.06 a URL works until it expires and is rejected afterwards', async () => {
    const { url, url_expires_at } = await uploaded(surface, { file: newBytes() });
    await surface.pass(Date.parse(url_expires_at) - (surface.clock?.now() ?? 0) - 1);
    expect((await surface.fetch(url)).status).toBe(200);
    await surface.pass(1);
    expect((await surface.fetch(url)).status).toBe(403);
  });

  test('J-1.09 an output is available as long as its job', async () => {
    const job = await jobEnd(surface, await submit(surface, QUICK_GRAPH));
    const id = job.outputs[0]?.id ?? '';
    await surface.pass(Date.parse(job.expires_at) - (surface.clock?.now() ?? 0) - 1000);
    const output = await readAsset(surface, id);
    expect(await (await surface.fetch(output.url)).text()).toBe('hello');
    await surface.pass(1000);
    expect((await surface.fetch(`/api/v2/assets/${id}`)).status).toBe(404);
  });
});
