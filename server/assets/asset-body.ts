import type { Asset } from '@contract/jobs/schemas';
import { isoTime } from '../clock';
import type { AssetRecord } from '../storage/store';
import { writeBlobHash } from './blob-hash';
import { signContentUrl, type SigningDeps } from './signed-urls';

/** The record as the API shows it (docs/api-notes.md, Assets), with an address that has time left. */
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

/** The address inside is good for hours, not for ever: nobody keeps this answer. */
export function assetResponse(body: Asset, status: 200 | 201): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store' } });
}
