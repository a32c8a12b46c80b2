import type { RequestIdentity } from '../../storage/router-records';
import type { RouterDeps } from '../router-deps';
import { sha256Hex } from '../sha256';

/** Returns the properties that a repeated request must share to use the same key. */
export async function identityOf(
  request: Request,
  key: string | null,
  body: Uint8Array,
  { sha256 = sha256Hex }: Pick<RouterDeps, 'sha256'>,
): Promise<RequestIdentity> {
  const { pathname, search } = new URL(request.url);
  // Without a key nothing is compared.
  return { method: request.method, target: pathname + search, bodyHash: key === null ? '' : await sha256(body) };
}
