import type { Asset } from '@contract/jobs/schemas';
import { call } from '@/api/client';
import type { Surface } from '@/api/surface';

/** J-4.105, J-4.106. @throws ApiError `asset_in_use` while an unfinished job reads it */
export async function deleteAsset(surface: Surface, id: string): Promise<void> {
  await call(surface, 'deleteAsset', { params: { id } });
}

/**
 * Stores bytes without an expiry. The expiry of an upload is removed (J-2.85: uploading the same bytes again extends it); an output
 * expires with its job, so it gets a second record for the same bytes. No bytes are sent.
 */
export async function saveAsset(surface: Surface, asset: Asset): Promise<Asset> {
  const body = { hash: asset.hash, file_path: asset.file_path ?? undefined, content_type: asset.content_type };
  return (await call(surface, 'assetFromHash', { jsonText: JSON.stringify(body) })).body;
}
