import type { AppDeps } from '../deps';
import type { AssetRecord } from '../storage/store';
import { isExpired } from './find-asset';

export interface NewReference {
  owner: string;
  /** 64 hex digits. */
  blob: string;
  sizeBytes: number;
  contentType: string;
  filePath: string | null;
  tags: readonly string[];
  /** `null`: does not expire. */
  expiresInS: number | null;
}

/**
 * Creates a record for stored bytes, or returns an identical one. Call it inside a transaction, right after the bytes were
 * stored.
 */
export function recordAsset(
  deps: Pick<AppDeps, 'store' | 'clock' | 'newId'>,
  reference: NewReference,
): { asset: AssetRecord; isNew: boolean } {
  const { expiresInS, ...details } = reference;
  const { assets } = deps.store;
  const now = deps.clock.now();
  const expiresAt = expiresInS === null ? null : now + expiresInS * 1000;
  const known = assets.findReference(details.owner, details.blob, details.filePath, details.contentType);
  if (!known || isExpired(known, now)) {
    const asset: AssetRecord = { id: deps.newId(), ...details, createdAt: now, expiresAt, jobId: null };
    assets.insert(asset);
    return { asset, isNew: true };
  }
  const later = laterDeadline(known.expiresAt, expiresAt);
  if (later !== known.expiresAt) assets.update(known.id, { expiresAt: later });
  return { asset: { ...known, expiresAt: later }, isNew: false };
}

/** Rule J-2.85: uploading the same bytes again can extend the expiry, never shorten it. */
function laterDeadline(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : Math.max(a, b);
}
