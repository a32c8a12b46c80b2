import type { AppDeps } from '../deps';
import { ApiProblem } from '../http/operation';
import type { AssetRecord } from '../storage/store';

/** A deadline has passed when it is reached; the sweep takes the record away later. */
export function isExpired(asset: AssetRecord, now: number): boolean {
  return asset.expiresAt !== null && asset.expiresAt <= now;
}

/**
 * @param owner null where a signature stands for the credential.
 * @throws ApiProblem `not_found`, the same for a missing, an expired and a foreign asset.
 */
export function findAsset(deps: Pick<AppDeps, 'store' | 'clock'>, id: string, owner: string | null): AssetRecord {
  const asset = deps.store.assets.get(id);
  if (!asset || isExpired(asset, deps.clock.now()) || (owner !== null && asset.owner !== owner)) {
    throw new ApiProblem('not_found', 'Asset not found');
  }
  return asset;
}
