import type { AppDeps } from '../deps';
import { jobApiError } from '../http/job-api-error';
import type { OperationHandler } from '../http/operation';
import { collectBlob } from './collect-blob';
import { findAsset } from './find-asset';

/** DELETE /api/v2/assets/{id}, J-4.105 and J-4.106. Deletes the bytes with their last record. */
export function deleteAsset(deps: Pick<AppDeps, 'store' | 'blobs' | 'clock'>): OperationHandler {
  return async (context) => {
    const { blob } = deps.store.transaction(() => {
      const asset = findAsset(deps, context.params['id'] ?? '', context.caller.owner);
      if (deps.store.assets.isInUse(asset.id)) {
        throw jobApiError('asset_in_use', 'Asset is in use by an unfinished job');
      }
      deps.store.assets.remove(asset.id);
      return asset;
    });
    await collectBlob(deps, blob);
    return new Response(null, { status: 204 });
  };
}
