import type { AppDeps } from '../deps';
import { ApiProblem, type OperationHandler } from '../http/operation';
import { collectBlob } from './collect-blob';
import { findAsset } from './find-asset';

/** DELETE /api/v2/assets/{id}, J-4.105 and J-4.106. The bytes go with the last record over them. */
export function deleteAsset(deps: AppDeps): OperationHandler {
  return async (context) => {
    const { blob } = deps.store.transaction(() => {
      const asset = findAsset(deps, context.params['id'] ?? '', context.caller.owner);
      if (deps.store.assets.isInUse(asset.id)) {
        throw new ApiProblem('asset_in_use', 'Asset is in use by an unfinished job');
      }
      deps.store.assets.remove(asset.id);
      return asset;
    });
    await collectBlob(deps, blob);
    return new Response(null, { status: 204 });
  };
}
