import type { AppDeps } from '../deps';
import { jobApiError } from '../http/job-api-error';
import { removedOwner, type AssetRecord } from '../storage/store';

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
  if (!asset || isExpired(asset, deps.clock.now()) || (owner !== null && !isOf(asset, owner))) {
    throw jobApiError('not_found', 'Asset not found');
  }
  return asset;
}

/** The record of an output is retrievable as long as its job (Job API 2), also if its content was removed. */
function isOf(asset: AssetRecord, owner: string): boolean {
  return asset.owner === owner || asset.owner === removedOwner(owner);
}

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

/**
 * Deletes a blob that no record refers to. Call it after deleting a record. The deletion of the record is synced first, so that
 * a power failure cannot restore the record without its bytes. A record written in the meantime keeps the blob.
 */
export async function collectBlob(deps: Pick<AppDeps, 'store' | 'blobs'>, blob: string | null): Promise<void> {
  if (blob === null || deps.store.assets.isBlobReferenced(blob)) return;
  await deps.store.synced();
  await deps.blobs.remove(blob, () => deps.store.assets.isBlobReferenced(blob));
}
