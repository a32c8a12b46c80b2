import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Asset } from '@contract/jobs/schemas';
import { LOCAL_SURFACE } from '@/api/surface';
import { forgetCapabilities } from '@/api/surfaces/capability-record';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { problem } from '@/testing/job-fixtures';
import { uploadAsset } from './asset-upload';
import { useUploads, type UploadState, pauseUpload, resumeUpload } from './uploads-store';

let gateway: BrowserGateway;
beforeEach(async () => {
  gateway = await mountGateway();
});
afterEach(async () => {
  forgetCapabilities(LOCAL_SURFACE.id);
  await unmountGateway();
});

/** What becomes of each upload in turn; later ones are answered. */
type Fault = 'response lost' | 'request lost';

/** Returns the keys of the uploads that the page sent. */
function loseUploads(...faults: readonly Fault[]): (string | null)[] {
  const keys: (string | null)[] = [];
  const upload = async ({ request }: { request: Request }) => {
    const fault = faults[keys.length];
    keys.push(request.headers.get('idempotency-key'));
    if (fault === 'request lost') return Response.error();
    const response = await gateway.app.fetch(request);
    return fault === 'response lost' ? Response.error() : response;
  };
  gateway.worker.use(http.post('*/api/v2/assets', upload));
  return keys;
}

function offerNoHashes(): void {
  const reject = () => new Response(null, { status: 405 });
  gateway.worker.use(
    http.head('*/api/v2/assets/by-hash/:hash', reject),
    http.post('*/api/v2/assets/from-hash', reject),
  );
}

const upload = () =>
  uploadAsset(
    LOCAL_SURFACE,
    new File(['the bytes'], 'note.txt', { type: 'text/plain' }),
    'u',
    new AbortController().signal,
  );

async function storedAssets(): Promise<Pick<Asset, 'id'>[]> {
  const response = await gateway.app.fetch(new Request(`${location.origin}/console/assets?limit=50`));
  return ((await response.json()) as { assets: Asset[] }).assets;
}

it('finds the stored file by its hash after the response was lost', async () => {
  const keys = loseUploads('response lost');
  const result = await upload();
  expect(await storedAssets()).toMatchObject([{ id: result?.asset.id }]);
  expect(keys).toHaveLength(1);
});

it('uses the asset that the rejection of its key names, where no hash can be looked up', async () => {
  offerNoHashes();
  const keys = loseUploads('response lost');
  const result = await upload();
  expect(await storedAssets()).toMatchObject([{ id: result?.asset.id }]);
  expect(keys).toEqual([expect.any(String), keys[0]]);
});

it('sends a file that did not arrive once more, under the same key', async () => {
  const keys = loseUploads('request lost');
  const result = await upload();
  expect(await storedAssets()).toMatchObject([{ id: result?.asset.id }]);
  expect(keys).toEqual([expect.any(String), keys[0]]);
});

it('fails if the file is lost again', async () => {
  const keys = loseUploads('request lost', 'request lost');
  expect(await upload()).toBeNull();
  expect(useUploads.getState().uploads['u']).toMatchObject({ phase: 'failed', message: 'Connection lost. Try again.' });
  expect([await storedAssets(), keys.length]).toEqual([[], 2]);
});

/** The first uploads reach no gateway, or their responses do not arrive, until the end of the test. */
function holdUploads(count: number, isStored: boolean): (string | null)[] {
  const keys: (string | null)[] = [];
  gateway.worker.use(
    http.post('*/api/v2/assets', async ({ request }) => {
      keys.push(request.headers.get('idempotency-key'));
      const isHeld = keys.length <= count;
      const response = isHeld && !isStored ? null : await gateway.app.fetch(request);
      return response === null || isHeld ? new Promise<never>(() => {}) : response;
    }),
  );
  return keys;
}

describe('a pause', () => {
  const start = (id: string, text: string, signal = new AbortController().signal) =>
    uploadAsset(LOCAL_SURFACE, new File([text], `${id}.txt`, { type: 'text/plain' }), id, signal);
  const stateOf = (id: string): UploadState | undefined => useUploads.getState().uploads[id];
  const phaseOf = (id: string) => stateOf(id)?.phase;

  it('frees the connection for others, and sends the file again under the same key', async () => {
    const keys = holdUploads(2, false);
    const first = start('first', 'one');
    const second = start('second', 'two');
    await expect.poll(() => keys.length).toBe(2);
    const third = start('third', 'three');
    await expect.poll(() => phaseOf('third')).toBe('waiting');
    pauseUpload('first');
    expect(stateOf('first')).toMatchObject({ phase: 'paused', during: 'uploading', total: 3 });
    expect(await third).toMatchObject({ sentBytes: 5 });
    resumeUpload('first');
    expect(await first).toMatchObject({ sentBytes: 3 });
    pauseUpload('second');
    resumeUpload('second');
    expect(await second).toMatchObject({ sentBytes: 3 });
    expect([new Set(keys).size, keys.length, (await storedAssets()).length]).toEqual([3, 5, 3]);
  });

  it('after the last byte finds the file that the server stored', async () => {
    const keys = holdUploads(1, true);
    const uploading = start('first', 'one');
    await expect.poll(async () => (await storedAssets()).length).toBe(1);
    pauseUpload('first');
    resumeUpload('first');
    const result = await uploading;
    expect(result?.sentBytes).toBe(0);
    expect(await storedAssets()).toMatchObject([{ id: result?.asset.id }]);
    expect(keys).toHaveLength(1);
  });

  it('after the last byte uses the asset that the rejection of its key names, where no hash can be looked up', async () => {
    offerNoHashes();
    const keys = holdUploads(1, true);
    const uploading = start('first', 'one');
    await expect.poll(async () => (await storedAssets()).length).toBe(1);
    pauseUpload('first');
    resumeUpload('first');
    expect(await storedAssets()).toMatchObject([{ id: (await uploading)?.asset.id }]);
    expect(keys).toEqual([expect.any(String), keys[0]]);
  });

  it('waits for a request that still has its key, and then uses another one', async () => {
    const keys: (string | null)[] = [];
    gateway.worker.use(
      http.post('*/api/v2/assets', ({ request }) => {
        keys.push(request.headers.get('idempotency-key'));
        if (keys.length === 1) return new Promise<never>(() => {});
        return keys.length === 2 ? problem(422, 'idempotency_key_reuse') : gateway.app.fetch(request);
      }),
    );
    const uploading = start('first', 'one');
    await expect.poll(() => keys.length).toBe(1);
    pauseUpload('first');
    resumeUpload('first');
    const result = await uploading;
    expect(keys).toHaveLength(3);
    expect(await storedAssets()).toMatchObject([{ id: result?.asset.id }]);
    expect([keys[1], keys[2] === keys[0]]).toEqual([keys[0], false]);
  });

  it('does not hold back an identical file', async () => {
    const keys = holdUploads(1, false);
    const first = start('first', 'same');
    await expect.poll(() => keys.length).toBe(1);
    const second = start('second', 'same');
    await expect.poll(() => phaseOf('second')).toBe('checking');
    pauseUpload('first');
    expect(await second).toMatchObject({ sentBytes: 4 });
    expect(phaseOf('first')).toBe('paused');
    resumeUpload('first');
    expect(await first).toMatchObject({ sentBytes: 0 });
    expect(keys).toHaveLength(2);
  });

  it('while the file waits for an identical one lets it be resumed and canceled', async () => {
    const keys = holdUploads(1, false);
    const stop = new AbortController();
    const first = start('first', 'same', stop.signal);
    await expect.poll(() => keys.length).toBe(1);
    const second = start('second', 'same');
    await expect.poll(() => phaseOf('second')).toBe('checking');
    pauseUpload('second');
    stop.abort();
    expect([await first, phaseOf('second')]).toEqual([null, 'paused']);
    resumeUpload('second');
    expect(await second).toMatchObject({ sentBytes: 4 });
  });

  it('ends with a cancel', async () => {
    const keys = holdUploads(1, false);
    const stop = new AbortController();
    const uploading = start('first', 'one', stop.signal);
    await expect.poll(() => keys.length).toBe(1);
    pauseUpload('first');
    stop.abort();
    expect([await uploading, phaseOf('first')]).toEqual([null, 'canceled']);
    resumeUpload('first');
    expect([phaseOf('first'), keys.length]).toEqual(['canceled', 1]);
  });

  it('while the file is read lets it be read again', async () => {
    const known = { id: 'a', hash: null, size_bytes: 1, content_type: 'x/y', created_at: '2030-01-01T00:00:00Z' };
    gateway.worker.use(
      http.head('*/api/v2/assets/by-hash/:hash', () => new Response()),
      http.post('*/api/v2/assets/from-hash', () =>
        HttpResponse.json({ ...known, url: '/x', url_expires_at: '2031-01-01T00:00:00Z' }),
      ),
    );
    const large = new File(
      Array.from({ length: 64 }, () => new Uint8Array(4 * 1024 * 1024)),
      'large.bin',
    );
    const uploading = uploadAsset(LOCAL_SURFACE, large, 'large', new AbortController().signal);
    const isRead = () => {
      const state = stateOf('large');
      return state?.phase === 'hashing' && state.done > 0;
    };
    await expect.poll(isRead, { interval: 5 }).toBe(true);
    pauseUpload('large');
    expect(stateOf('large')).toEqual({
      phase: 'paused',
      during: 'hashing',
      done: expect.toSatisfy((done: number) => done > 0 && done < large.size) as number,
      total: large.size,
    });
    resumeUpload('large');
    expect(await uploading).toMatchObject({ sentBytes: 0, asset: { id: 'a' } });
  });
});
