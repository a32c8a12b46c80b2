import type { AppDeps } from '../deps';
import type { OperationHandler } from '../http/operation';
import { assetBody, assetResponse } from './asset-body';
import { findAsset } from './find-asset';

/** GET /api/v2/assets/{id}, for uploads and job outputs (J-4.65). */
export function getAsset(deps: Pick<AppDeps, 'store' | 'clock' | 'sign'>): OperationHandler {
  return (context) => {
    const asset = findAsset(deps, context.params['id'] ?? '', context.caller.owner);
    return assetResponse(assetBody(asset, context.origin, deps), 200);
  };
}
