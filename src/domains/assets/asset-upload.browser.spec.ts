import { http } from 'msw';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Asset } from '@contract/jobs/schemas';
import { LOCAL_SURFACE } from '@/api/surface';
import { forgetCapabilities } from '@/api/surfaces/capability-record';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { uploadAsset } from './asset-upload';
import { useUploads } from './uploads-store';

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
