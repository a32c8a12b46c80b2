import type { ReadBucket } from '@contract/router/errors';
import { IDEMPOTENCY_KEY } from '@contract/router/headers';
import { MAX_KEY_LENGTH } from '@contract/router/schemas';
import type { AppDeps } from '../../deps';
import type { HttpError } from '../../http/http-error';
import type { KeyedRun, RequestIdentity } from '../../storage/router-records';
import { routerError } from '../router-error';
import { sha256Hex } from '../sha256';

/** Lifetime of a key from its first use (docs/api-notes.md, Idempotency keys of the router). */
export const RUN_KEY_LIFETIME_MS = 24 * 3600 * 1000;

/** Reads the idempotency key. @throws HttpError `invalid_input` if it is empty or too long. */
export function readKey(headers: Headers): string | null {
  const key = headers.get(IDEMPOTENCY_KEY);
  if (key === null || (key.length >= 1 && key.length <= MAX_KEY_LENGTH)) return key;
  throw routerError('invalid_input', `${IDEMPOTENCY_KEY} must have 1 to ${MAX_KEY_LENGTH} characters`);
}

/** Returns the properties that a repeated request must share to use the same key. */
export async function identityOf(
  request: Request,
  key: string | null,
  body: Uint8Array,
  { sha256 = sha256Hex }: Pick<AppDeps, 'sha256'>,
): Promise<RequestIdentity> {
  const { pathname, search } = new URL(request.url);
  // Without a key nothing is compared.
  return { method: request.method, target: pathname + search, bodyHash: key === null ? '' : await sha256(body) };
}

export type KeyDecision =
  /** Never used, or expired. */
  'unused' | 'another-request' | Exclude<KeyedRun['state'], 'begun'>;

/** Decides how a request with this key is handled (Model Router 4, rules 2 and 3). */
export function resolveIdempotencyKey(run: KeyedRun | null, request: RequestIdentity, now: number): KeyDecision {
  if (!run || now - run.claimedAt >= RUN_KEY_LIFETIME_MS) return 'unused';
  const isSame = run.method === request.method && run.target === request.target && run.bodyHash === request.bodyHash;
  if (!isSame) return 'another-request';
  return run.state === 'begun' ? 'running' : run.state;
}

/** Creates the error for a key that cannot be used for this request (rule 2). */
export function unusableKey(detail: string): HttpError<ReadBucket> {
  return routerError('invalid_input', `${detail}. Send a new ${IDEMPOTENCY_KEY} to run the model again`, {
    status: 409,
  });
}
