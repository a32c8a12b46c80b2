import type { AppDeps } from '../deps';
import { ApiProblem } from '../http/operation';

const KEY_LIFETIME_MS = 24 * 3600 * 1000;
const MAX_KEY_LENGTH = 255;

/**
 * Claims the `Idempotency-Key` of an upload: single use, apart from the keys of submissions (Job API 4, rule 4; J-4.99).
 * The returned function releases it, for a request that ends without an asset. @throws ApiProblem
 */
export function claimUploadKey(deps: Pick<AppDeps, 'store' | 'clock'>, owner: string, key: string | null): () => void {
  if (key === null) return () => {};
  if (key.length > MAX_KEY_LENGTH) {
    throw new ApiProblem('invalid_request', `The Idempotency-Key is longer than ${MAX_KEY_LENGTH} characters`, {
      status: 422,
    });
  }
  const scope = `postAssets:${owner}`;
  if (!deps.store.keys.claim(scope, key, deps.clock.now(), KEY_LIFETIME_MS)) {
    throw new ApiProblem('idempotency_key_reuse', 'An upload with this Idempotency-Key was made already');
  }
  return () => deps.store.keys.release(scope, key);
}
