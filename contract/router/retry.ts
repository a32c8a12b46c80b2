import type { CallOutcome } from './call-outcome';
import { bucketOf, type ReadBucket } from './errors';

/**
 * Client reaction to each response of a run: Model Router 4 (rules 2 to 5) and 7, with the reaction table of docs/api-notes.md,
 * Errors of the router. The console and the tests of both sides share this table. It assumes an idempotency key, which all our
 * calls have: without one, a late response does not show what a provider accepted, and a repetition may be charged twice.
 */

export type RetryAction =
  /** No automatic retry: the response is final, or the user decides. */
  | 'stop'
  /** The call did not run, or may not have: the same call is sent again. */
  | 'wait'
  /** The call was accepted and continues: the same call is sent again to fetch its output. */
  | 'collect';

export type RetryPause =
  | 'none'
  /** Waits for `Retry-After`; without it or if it is 0, an increasing delay with jitter. */
  | 'time'
  /** Waits until one of the client's own calls finishes; a delay if it has none in flight. */
  | 'own-call';

/** Properties of a rejection that determine the reaction. */
export interface RunRejection {
  /** `null`: no response, or it was interrupted. */
  status: number | null;
  /** Value of the header, else of the body; `null` if the response has neither. */
  errorType: string | null;
  retryAfterS: number | null;
  /** Call outcome from our own gateway; absent or `null` from a hosted router, for which only the table applies. */
  callOutcome?: CallOutcome | null;
}

export interface RetryRule {
  bucket: ReadBucket;
  /** Absent: any status. */
  status?: number;
  /** Whether `Retry-After` is present; absent: either. */
  hasRetryAfter?: boolean;
  action: RetryAction;
  /** Idempotency key of the next call, whether automatic or started by the user. A new key may charge again. */
  key: 'same' | 'new';
  pause: RetryPause;
  /** Maximum number of automatic retries. */
  tries: number;
}

const ALWAYS = Number.POSITIVE_INFINITY;
/** For errors that a few retries fix, or none. */
const FEW = 3;
/** About six minutes of increasing delays. */
const MANY = 12;

const stop = { action: 'stop', pause: 'none', tries: 0 } as const;
const wait = { action: 'wait', key: 'same', pause: 'time' } as const;
const collect = { action: 'collect', key: 'same', pause: 'time', tries: ALWAYS } as const;

/** The first matching rule applies; each bucket has one that always matches. */
export const RETRY_RULES: readonly RetryRule[] = [
  // Rule 2: the original call of this idempotency key is still running, or the key cannot serve this request at all.
  { bucket: 'concurrency_limit_exceeded', status: 409, ...collect },
  { bucket: 'concurrency_limit_exceeded', ...wait, pause: 'own-call', tries: ALWAYS },
  { bucket: 'invalid_input', ...stop, key: 'new' },
  // Rule 4: accepted by the provider, so the same key reclaims it. Without the header the deadline passed before that. There is
  // nothing to collect or to pay twice, so the same request can be sent again (Model Router 7, R-7.27).
  { bucket: 'deadline_exceeded', hasRetryAfter: true, ...collect },
  { bucket: 'deadline_exceeded', ...wait, tries: FEW },
  // The provider used its full time and may charge for it. Some clients retry automatically; here one click is at most one paid
  // call, so the user decides.
  { bucket: 'provider_timeout', ...stop, key: 'same' },
  { bucket: 'provider_error', ...wait, tries: FEW },
  { bucket: 'internal_error', ...wait, tries: FEW },
  { bucket: 'service_unavailable', ...wait, tries: MANY },
  { bucket: 'rate_limited', ...wait, tries: MANY },
  { bucket: 'queue_backlog_full', ...wait, tries: MANY },
  // Deterministic: the same input is rejected again.
  { bucket: 'content_policy_violation', ...stop, key: 'new' },
  { bucket: 'model_not_found', ...stop, key: 'new' },
  // Terminal, and not a failure: nothing is retried (Model Router 5, rule 5).
  { bucket: 'not_enabled', ...stop, key: 'new' },
  // A condition outside the call has to change first.
  { bucket: 'insufficient_credits', ...stop, key: 'same' },
  { bucket: 'unauthorized', ...stop, key: 'same' },
  { bucket: 'forbidden', ...stop, key: 'same' },
  // Logged by the server, never sent.
  { bucket: 'client_disconnected', ...wait, tries: FEW },
  // For queued requests, which have finished.
  { bucket: 'cancelled', ...stop, key: 'new' },
  { bucket: 'queue_timeout', ...stop, key: 'new' },
  { bucket: 'request_not_found', ...stop, key: 'new' },
];

/** A lost response does not show the state of the call; a retry with its key does. */
export const LOST_RESPONSE_RULE = { ...wait, tries: MANY } as const satisfies Omit<RetryRule, 'bucket'>;

export function ruleFor({ status, errorType, retryAfterS, callOutcome }: RunRejection): Omit<RetryRule, 'bucket'> {
  if (status === null) return LOST_RESPONSE_RULE;
  const bucket = bucketOf(status, errorType);
  const found = RETRY_RULES.find(
    (rule) =>
      rule.bucket === bucket &&
      (rule.status === undefined || rule.status === status) &&
      (rule.hasRetryAfter === undefined || rule.hasRetryAfter === (retryAfterS !== null)),
  );
  if (!found) throw new Error(`No rule for ${bucket}`);
  return narrowedBy(callOutcome ?? null, found);
}

/**
 * The idempotency key protects a call up to the router that knows the key. Our own gateway forwards to a provider that does not
 * know it, so its call outcome can remove retries from the table, but never adds one.
 */
function narrowedBy(outcome: CallOutcome | null, rule: RetryRule): Omit<RetryRule, 'bucket'> {
  if (rule.action === 'collect') return rule;
  switch (outcome) {
    case null:
    case 'not_run':
    case 'repeatable':
      return rule;
    case 'protected':
      return { ...stop, key: 'same' };
    // Both keep their key.
    case 'refused':
    case 'unknown':
      return { ...stop, key: 'new' };
  }
}

export interface RetryAdvice {
  action: RetryAction;
  key: 'same' | 'new';
  pause: RetryPause;
  /** Delay from now; 0 if the action is `stop`. */
  waitMs: number;
}

/**
 * Decides how to react to a rejection.
 * @param tries number of retries so far
 * @param random from 0 to 1, for the jitter
 */
export function retryAdvice(rejection: RunRejection, tries: number, random: () => number = Math.random): RetryAdvice {
  const { action, key, pause, tries: most } = ruleFor(rejection);
  if (action === 'stop' || tries >= most) return { action: 'stop', key, pause: 'none', waitMs: 0 };
  const requested = (rejection.retryAfterS ?? 0) * 1000;
  return { action, key, pause, waitMs: requested > 0 ? requested : backoffMs(tries, random) };
}

const FIRST_PAUSE_MS = 1000;
const MAX_DELAY_MS = 45_000;

/** Doubles from 1 s, minus up to a quarter, so that many clients do not retry at once. */
export function backoffMs(tries: number, random: () => number = Math.random): number {
  const full = Math.min(MAX_DELAY_MS, FIRST_PAUSE_MS * 2 ** Math.min(tries, 16));
  return Math.round(full * (1 - random() / 4));
}
