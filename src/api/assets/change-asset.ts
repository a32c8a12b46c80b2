import type { Asset } from '@contract/jobs/schemas';
import { call } from '../client';
import type { Surface } from '../surface';

/** J-4.105, J-4.106. @throws ApiError `asset_in_use` while an unfinished job reads it */
export async function deleteAsset(surface: Surface, id: string): Promise<void> {
  await call(surface, 'deleteAsset', { params: { id } });
}

/**
 * Keeps bytes without a deadline. Of an upload the deadline goes (J-2.85: meeting the same bytes again extends); what a job
 * made ends with its job, so it gets a second record over the same bytes. Nothing is sent.
 */
export async function saveAsset(surface: Surface, asset: Asset): Promise<Asset> {
  const body = { hash: asset.hash, file_path: asset.file_path ?? undefined, content_type: asset.content_type };
  return (await call(surface, 'assetFromHash', { jsonText: JSON.stringify(body) })).body;
}
