import { expect, it } from 'vitest';
import type { Asset, Job } from '@contract/jobs/schemas';
import { JobHost } from '../jobs/testing/job-host';
import { writeBlobHash } from './asset-body';

it('a hash that is not computed yet is null on the asset and on the output, and never changes afterwards (J-1.12, J-2.41)', async () => {
  const host = await JobHost.start();
  const workflow = {
    1: { class_type: 'ScriptOutput', inputs: { type: 'file', name: 'a.bin', bytes: 9, seed: 1, named: true } },
  };
  const { id } = await host.submit(workflow);
  await host.clock.advance(1000);
  const assetId = (await host.job(id)).outputs[0]?.id ?? '';
  const blob = host.deps.store.assets.get(assetId)?.blob ?? '';
  const hashes = async () => {
    const asset = (await (await host.fetch(`/api/v2/assets/${assetId}`)).json()) as Asset;
    const listed: Job[] = (await host.list()).jobs;
    return [asset.hash, (await host.job(id)).outputs[0]?.hash, listed[0]?.outputs[0]?.hash];
  };
  // As for an output that is on a remote engine and has not been read yet.
  host.deps.store.assets.update(assetId, { blob: null });
  expect(await hashes()).toEqual([null, null, null]);
  expect((await host.fetch(`/api/v2/assets/${assetId}/content`)).status).toBe(404);
  host.deps.store.assets.update(assetId, { blob });
  const known = writeBlobHash(blob);
  expect(await hashes()).toEqual([known, known, known]);
  expect(await hashes()).toEqual([known, known, known]);
});
