import { IDEMPOTENCY_KEY } from '@contract/router/headers';
import { MAX_KEY_LENGTH } from '@contract/router/schemas';
import type { KeyedRun, RequestIdentity } from '../storage/router-records';
import { RouterProblem } from './router-problem';

/** From the first use of a key (docs/api-notes.md, Idempotency keys of the router). */
export const RUN_KEY_LIFETIME_MS = 24 * 3600 * 1000;

/** @throws RouterProblem `invalid_input` for one that is empty or too long. */
export function readKey(headers: Headers): string | null {
  const key = headers.get(IDEMPOTENCY_KEY);
  if (key === null || (key.length >= 1 && key.length <= MAX_KEY_LENGTH)) return key;
  throw new RouterProblem('invalid_input', `${IDEMPOTENCY_KEY} must have 1 to ${MAX_KEY_LENGTH} characters`);
}

export type KeyDecision =
  /** Never used, or so long ago that it counts as new. */
  'unused' | 'another-request' | Exclude<KeyedRun['state'], 'begun'>;

/** What a key can do for a request: Model Router 4, rules 2 and 3. */
export function resolveIdempotencyKey(run: KeyedRun | null, request: RequestIdentity, now: number): KeyDecision {
  if (!run || now - run.claimedAt >= RUN_KEY_LIFETIME_MS) return 'unused';
  const isSame = run.method === request.method && run.target === request.target && run.bodyHash === request.bodyHash;
  if (!isSame) return 'another-request';
  return run.state === 'begun' ? 'running' : run.state;
}

/** Rule 2: the key cannot serve this request. */
export function unusableKey(detail: string): RouterProblem {
  return new RouterProblem('invalid_input', `${detail}. Send a new ${IDEMPOTENCY_KEY} to run the model again`, {
    status: 409,
  });
}
