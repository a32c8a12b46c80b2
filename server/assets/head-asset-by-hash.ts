import type { AppDeps } from '../deps';
import { jobApiError } from '../http/job-api-error';
import type { OperationHandler } from '../http/operation';
import { parseBlobHash } from './blob-hash';

/** HEAD /api/v2/assets/by-hash/{hash}, J-4.102: tells the client whether from-hash will succeed. */
export function headAssetByHash(deps: Pick<AppDeps, 'store' | 'blobs'>): OperationHandler {
  return async (context) => {
    const blob = parseBlobHash(context.params['hash'] ?? '');
    // A damaged file counts as missing, so that the client uploads it again.
    const isKnown =
      blob !== null &&
      deps.store.assets.findOwned(context.caller.owner, blob) !== null &&
      (await deps.blobs.check(blob)) === 'intact';
    if (!isKnown) throw jobApiError('not_found', 'No blob with this hash');
    return new Response(null, { status: 200, headers: { 'cache-control': 'no-store' } });
  };
}
