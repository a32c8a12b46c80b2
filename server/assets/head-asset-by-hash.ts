import type { AppDeps } from '../deps';
import { ApiProblem, type OperationHandler } from '../http/operation';
import { parseBlobHash } from './blob-hash';

/** HEAD /api/v2/assets/by-hash/{hash}, J-4.102: whether the caller can go on with from-hash. */
export function headAssetByHash(deps: AppDeps): OperationHandler {
  return async (context) => {
    const blob = parseBlobHash(context.params['hash'] ?? '');
    // A damaged file counts as missing, so that the client uploads the bytes again.
    const isKnown =
      blob !== null &&
      deps.store.assets.findOwned(context.caller.owner, blob) !== null &&
      (await deps.blobs.check(blob)) === 'intact';
    if (!isKnown) throw new ApiProblem('not_found', 'No blob with this hash');
    return new Response(null, { status: 200, headers: { 'cache-control': 'no-store' } });
  };
}
