import type { AppDeps } from '../deps';
import { jobApiError } from '../http/job-api-error';
import type { AssetRecord } from '../storage/store';

/** Returns true from `expires_at` on; the sweep deletes the record later. */
export function isExpired(asset: AssetRecord, now: number): boolean {
  return asset.expiresAt !== null && asset.expiresAt <= now;
}

/**
 * @param owner `null` if a signature replaces the credential.
 * @throws HttpError `not_found`, the same for a missing, an expired and a foreign asset.
 */
export function findAsset(deps: Pick<AppDeps, 'store' | 'clock'>, id: string, owner: string | null): AssetRecord {
  const asset = deps.store.assets.get(id);
  if (!asset || isExpired(asset, deps.clock.now()) || (owner !== null && asset.owner !== owner)) {
    throw jobApiError('not_found', 'Asset not found');
  }
  return asset;
}
