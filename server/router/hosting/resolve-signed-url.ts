import { JOB_OPERATIONS } from '@contract/jobs/operations';
import { isExpired } from '../../assets/asset-records';
import { contentSignature } from '../../assets/signed-urls';
import type { AppDeps } from '../../deps';
import type { AssetRecord } from '../../storage/store';

const [BEFORE_ID = '', AFTER_ID = ''] = JOB_OPERATIONS.getAssetContent.path.split('{id}');

/**
 * Finds the asset of a signed URL of this gateway, under any host name: the signature is sufficient proof, and fetching its
 * own URLs would need a loopback request. Returns `null` for any other URL and for an expired one.
 */
export function ownAsset(address: string, deps: Pick<AppDeps, 'store' | 'clock' | 'sign'>): AssetRecord | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  // Below the path of the public URL, if it has one.
  const start = url?.pathname.lastIndexOf(BEFORE_ID) ?? -1;
  if (!url || start < 0 || !url.pathname.endsWith(AFTER_ID)) return null;
  const id = decoded(url.pathname.slice(start + BEFORE_ID.length, -AFTER_ID.length));
  if (id === null || contentSignature(url.searchParams, id, deps) !== 'valid') return null;
  const asset = deps.store.assets.get(id);
  return asset && !isExpired(asset, deps.clock.now()) ? asset : null;
}

/** Decodes a URL part; returns `null` for an invalid percent escape, since URLs are untrusted input. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
