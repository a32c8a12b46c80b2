import type { Output } from '@contract/jobs/schemas';
import type { AssetInfo } from '@contract/workflow/asset-references';
import { isApiError } from '../api-error';
import { call } from '../client';
import type { Surface } from '../surface';

/**
 * What a workflow calls a file that the surface holds, so that its bytes need not travel. Outputs are assets by their id
 * (docs/api-notes.md, Assets); where an id has ended and the bytes have not, their hash makes a new asset of them.
 * @throws ApiError `not_found` or `blob_not_found` when the bytes are gone
 */
export async function referableAsset(
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
    // A surface that tells nothing about assets may know its own outputs all the same: it judges the workflow.
    if ([405, 501].includes(error.status)) return info;
    if (error.status !== 404 || file.hash === null) throw error;
  }
  const body = { hash: file.hash, file_path: file.name, content_type: file.content_type };
  const { body: made } = await call(surface, 'assetFromHash', { jsonText: JSON.stringify(body), signal });
  return { ...info, id: made.id };
}
