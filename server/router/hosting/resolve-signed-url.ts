import { JOB_OPERATIONS } from '@contract/jobs/operations';
import { isExpired } from '../../assets/find-asset';
import { contentSignature } from '../../assets/signed-urls';
import type { AppDeps } from '../../deps';
import type { AssetRecord } from '../../storage/store';

const [BEFORE_ID = '', AFTER_ID = ''] = JOB_OPERATIONS.getAssetContent.path.split('{id}');

/**
 * The asset behind a signed address of this gateway, whatever name the gateway is reached by: the signature is proof
 * enough, and fetching our own addresses would need a loopback request. Null for any other address, and for one that
 * does not hold any more.
 */
export function ownAsset(address: string, deps: Pick<AppDeps, 'store' | 'clock' | 'sign'>): AssetRecord | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !url.pathname.startsWith(BEFORE_ID) || !url.pathname.endsWith(AFTER_ID)) return null;
  const id = decoded(url.pathname.slice(BEFORE_ID.length, -AFTER_ID.length));
  if (id === null || contentSignature(url.searchParams, id, deps) !== 'valid') return null;
  const asset = deps.store.assets.get(id);
  return asset && !isExpired(asset, deps.clock.now()) ? asset : null;
}

/** Null for a percent sign that begins nothing: anybody may write an address. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
