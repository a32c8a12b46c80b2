import type { AppDeps } from '../deps';
import type { OperationHandler } from '../http/operation';
import { assetFromHash } from './asset-from-hash';
import { deleteAsset } from './delete-asset';
import { getAsset } from './get-asset';
import { getAssetContent } from './get-asset-content';
import { headAssetByHash } from './head-asset-by-hash';
import { postAsset } from './post-assets';

export type AssetOperationId =
  'postAssets' | 'assetFromHash' | 'headAssetByHash' | 'getAsset' | 'deleteAsset' | 'getAssetContent';

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
