import type { AppDeps } from '../deps';
import type { OperationHandlers } from '../http/operation';
import { assetFromHash } from './asset-from-hash';
import { deleteAsset } from './delete-asset';
import { getAsset } from './get-asset';
import { getAssetContent } from './get-asset-content';
import { headAssetByHash } from './head-asset-by-hash';
import { postAsset } from './post-asset';

export type AssetOperationId =
  'postAssets' | 'assetFromHash' | 'headAssetByHash' | 'getAsset' | 'deleteAsset' | 'getAssetContent';

export function assetOperations(deps: AppDeps): Pick<OperationHandlers, AssetOperationId> {
  return {
    postAssets: postAsset(deps),
    assetFromHash: assetFromHash(deps),
    headAssetByHash: headAssetByHash(deps),
    getAsset: getAsset(deps),
    deleteAsset: deleteAsset(deps),
    getAssetContent: getAssetContent(deps),
  };
}
