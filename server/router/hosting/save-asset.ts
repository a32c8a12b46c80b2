import { normalizeMediaType } from '../../assets/media-type';
import { recordAsset } from '../../assets/record-asset';
import { signContentUrl, type SignedUrl } from '../../assets/signed-urls';
import type { AppDeps } from '../../deps';

/** Model Router 8: a hosted address lives at most this long, counted from its signing. */
export const HOSTED_LIFETIME_S = 24 * 3600;

export type KeepDeps = Pick<AppDeps, 'store' | 'blobs' | 'clock' | 'newId' | 'sign'>;

export interface ResultFile {
  content: AsyncIterable<Uint8Array>;
  contentType: string;
  /** Without folders; what it is called when it is saved. */
  name: string;
  maxBytes?: number;
}

export interface Keeper {
  owner: string;
  /** For the absolute address. */
  origin: string;
  /** How long the address works, counted from now; a day at most. */
  lifetimeS?: number;
  signal?: AbortSignal;
}

/** Stores a file of a model's result as an asset that goes when its address does. @throws what `Blobs.put` throws */
export async function saveAsset(
  deps: KeepDeps,
  file: ResultFile,
  { owner, origin, signal, lifetimeS = HOSTED_LIFETIME_S }: Keeper,
): Promise<SignedUrl> {
  const stored = await deps.blobs.put(file.content, {
    ...(file.maxBytes === undefined ? {} : { maxBytes: file.maxBytes }),
    ...(signal ? { signal } : {}),
  });
  const { asset } = deps.store.transaction(() =>
    recordAsset(deps, {
      owner,
      blob: stored.hash,
      sizeBytes: stored.size,
      contentType: normalizeMediaType(file.contentType),
      filePath: file.name,
      tags: [RESULT_TAG],
      expiresInS: lifetimeS,
    }),
  );
  await deps.store.synced();
  return signContentUrl(asset.id, origin, deps, deps.clock.now() + lifetimeS * 1000);
}

/** Tells the results of models from what people uploaded. */
export const RESULT_TAG = 'model-result';
