import type { Output } from '@contract/jobs/schemas';
import type { AssetInfo } from '@contract/workflow/asset-references';
import { isApiError } from '@/api/api-error';
import { call } from '@/api/client';
import type { Surface } from '@/api/surface';

/**
 * Returns a reference to a file that the surface stores, so that its bytes need not be transferred. Outputs are assets by their id
 * (docs/api-notes.md, Assets). If the id has expired but the bytes are still stored, their hash creates a new asset.
 * @throws ApiError `not_found` or `blob_not_found` if the bytes are gone
 */
export async function toAssetReference(
  surface: Surface,
  file: Pick<Output, 'id' | 'hash' | 'name' | 'content_type'>,
  signal: AbortSignal,
): Promise<AssetInfo> {
  const info = { id: file.id, hash: file.hash, file_path: file.name };
  try {
    await call(surface, 'getAsset', { params: { id: file.id }, signal });
    return info;
  } catch (error) {
    if (!isApiError(error)) throw error;
    // A surface without asset metadata may still know its own outputs: it validates the workflow itself.
    if ([405, 501].includes(error.status)) return info;
    if (error.status !== 404 || file.hash === null) throw error;
  }
  const body = { hash: file.hash, file_path: file.name, content_type: file.content_type };
  const { body: made } = await call(surface, 'assetFromHash', { jsonText: JSON.stringify(body), signal });
  return { ...info, id: made.id };
}
