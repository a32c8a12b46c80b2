import type { SearchFields } from '@contract/console/search-fields';
import { RESULT_TAG } from '@contract/jobs/schemas';
import { normalizeMediaType } from '../../http/media-type';
import { recordAsset } from '../../assets/asset-records';
import { signContentUrl, type SignedUrl } from '../../assets/signed-urls';
import type { AppDeps } from '../../deps';

/** Maximum lifetime of a hosted URL from its signing (Model Router 8, R-2.81, R-8.08). */
export const HOSTED_LIFETIME_S = 24 * 3600;

export type SaveDeps = Pick<AppDeps, 'store' | 'blobs' | 'clock' | 'newId' | 'sign'>;

export interface ResultFile {
  content: AsyncIterable<Uint8Array>;
  contentType: string;
  /** File name for saving, without folders. */
  name: string;
  maxBytes?: number;
}

export interface Keeper {
  owner: string;
  /** Base of the absolute URL. */
  origin: string;
  /** Lifetime of the URL from now; at most one day. */
  lifetimeS?: number;
  /** What the model made the file from; absent if that is unknown. */
  inputs?: SearchFields | undefined;
  signal?: AbortSignal;
}

/** Stores a file of a model's result as an asset that expires with its URL. @throws the errors of `Blobs.put` */
export async function saveAsset(
  deps: SaveDeps,
  file: ResultFile,
  { owner, origin, signal, inputs, lifetimeS = HOSTED_LIFETIME_S }: Keeper,
): Promise<SignedUrl> {
  const stored = await deps.blobs.put(file.content, {
    ...(file.maxBytes === undefined ? {} : { maxBytes: file.maxBytes }),
    ...(signal ? { signal } : {}),
  });
  const asset = deps.store.transaction(() => {
    const recorded = recordAsset(deps, {
      owner,
      blob: stored.hash,
      sizeBytes: stored.size,
      contentType: normalizeMediaType(file.contentType),
      filePath: file.name,
      tags: [RESULT_TAG],
      expiresInS: lifetimeS,
    });
    if (inputs) deps.store.assets.setInputs(recorded.asset.id, inputs);
    return recorded.asset;
  });
  await deps.store.synced();
  return signContentUrl(asset.id, origin, deps, deps.clock.now() + lifetimeS * 1000);
}
