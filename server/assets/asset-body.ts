import type { Asset } from '@contract/jobs/schemas';
import { isoTime } from '../clock';
import { isContentRemoved, type AssetRecord } from '../storage/store';
import { signContentUrl, type SigningDeps } from './signed-urls';

/**
 * Converts `blake3:<hex>` of the API to the 64 hex digits that stores use. Either case is accepted (rule J-4.96). Returns
 * `null` for anything else.
 */
export function parseBlobHash(text: string): string | null {
  return /^blake3:([0-9a-f]{64})$/.exec(text.toLowerCase())?.[1] ?? null;
}

export function writeBlobHash(blob: string | null): string | null {
  return blob === null ? null : `blake3:${blob}`;
}

/** Builds the Asset object (docs/api-notes.md, Assets) with a signed URL that is still valid for a while. */
export function assetBody(asset: AssetRecord, origin: string, deps: SigningDeps): Asset {
  const { url, expiresAt } = signContentUrl(asset.id, origin, deps);
  return {
    id: asset.id,
    hash: writeBlobHash(asset.blob),
    size_bytes: asset.sizeBytes,
    content_type: asset.contentType,
    file_path: asset.filePath,
    created_at: isoTime(asset.createdAt),
    expires_at: asset.expiresAt === null ? null : isoTime(asset.expiresAt),
    url,
    url_expires_at: isoTime(expiresAt),
    ...(isContentRemoved(asset) ? { content_removed: 'storage_limit' } : {}),
    ...(asset.jobId === null ? {} : { job_id: asset.jobId }),
    ...(asset.tags.length === 0 ? {} : { tags: [...asset.tags] }),
  };
}

/** Not cacheable, since the signed URL in the body expires after hours. */
export function assetResponse(body: Asset, status: 200 | 201): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store' } });
}
