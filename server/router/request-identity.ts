import type { RequestIdentity } from '../storage/router-records';
import type { RouterDeps } from './router-deps';
import { sha256Hex } from './sha256';

/** What a request must be again for its key to serve it. */
export async function identityOf(
  request: Request,
  key: string | null,
  body: Uint8Array,
  { sha256 = sha256Hex }: Pick<RouterDeps, 'sha256'>,
): Promise<RequestIdentity> {
  const { pathname, search } = new URL(request.url);
  // Nothing is compared without a key.
  return { method: request.method, target: pathname + search, bodyHash: key === null ? '' : await sha256(body) };
}
