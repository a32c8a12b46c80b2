import type { Asset } from '@contract/jobs/schemas';
import { isoTime } from '../clock';
import type { AssetRecord } from '../storage/store';
import { writeBlobHash } from './blob-hash';
import { signContentUrl, type SigningDeps } from './signed-urls';

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
    ...(asset.jobId === null ? {} : { job_id: asset.jobId }),
    ...(asset.tags.length === 0 ? {} : { tags: [...asset.tags] }),
  };
}

/** Not cacheable, since the signed URL in the body expires after hours. */
export function assetResponse(body: Asset, status: 200 | 201): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store' } });
}
