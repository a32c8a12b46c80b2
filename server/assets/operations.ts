import type { AppDeps } from '../deps';
import type { OperationHandler } from '../http/operation';
import { assetFromHash, headAssetByHash } from './asset-from-hash';
import { getAssetContent } from './get-asset-content';
import { postAsset } from './post-assets';
import { assetBody, assetResponse } from './asset-body';
import { findAsset, collectBlob } from './asset-records';
import { jobApiError } from '../http/job-api-error';

export type AssetOperationId =
  | 'postAssets'
  | 'assetFromHash'
  | 'headAssetByHash'
  | 'getAsset'
  | 'deleteAsset'
  | 'getAssetContent';

export function assetOperations(deps: AppDeps): Record<AssetOperationId, OperationHandler> {
  return {
    postAssets: postAsset(deps),
    assetFromHash: assetFromHash(deps),
    headAssetByHash: headAssetByHash(deps),
    getAsset: getAsset(deps),
    deleteAsset: deleteAsset(deps),
    getAssetContent: getAssetContent(deps),
  };
}

/** GET /api/v2/assets/{id}, for uploads and job outputs (J-4.65). */
function getAsset(deps: Pick<AppDeps, 'store' | 'clock' | 'sign'>): OperationHandler {
  return (context) => {
    const asset = findAsset(deps, context.params['id'] ?? '', context.caller.owner);
    return assetResponse(assetBody(asset, context.origin, deps), 200);
  };
}

/** DELETE /api/v2/assets/{id}, J-4.105 and J-4.106. Deletes the bytes with their last record. */
function deleteAsset(deps: Pick<AppDeps, 'store' | 'blobs' | 'clock'>): OperationHandler {
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
