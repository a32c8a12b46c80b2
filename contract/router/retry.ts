import type { CallOutcome } from './call-outcome';
import { bucketOf, type ReadBucket } from './errors';

/**
 * What a caller does after each answer to a run: Model Router 4 (rules 2 to 5) and 7, with the reaction table of
 * docs/api-notes.md, Errors of the router. One table for the console and for the tests of both sides. It is of calls with
 * a key, as all of ours are: without one an answer that is late tells nothing of what a provider took, and a repetition may
 * be charged twice.
 */

export type RetryAction =
  /** Nothing by itself: the answer is final, or a person decides. */
  | 'stop'
  /** The call did not run, or may not have: the same one is sent again. */
  | 'wait'
  /** The call was accepted and goes on: the same one is sent again, to fetch what it made. */
  | 'collect';

export type RetryPause =
  | 'none'
  /** As long as `Retry-After` says; growing, with jitter, where it is absent or 0. */
  | 'time'
  /** Until one of the caller's own calls ends; by time where it has none in flight. */
  | 'own-call';

/** What is decided by. */
export interface RunRejection {
  /** Null: no answer came, or it broke off half way. */
  status: number | null;
  /** Of the header, else of the body; null where the answer has neither. */
  errorType: string | null;
  retryAfterS: number | null;
  /** What our own gateway knows of the call; absent or `null` from a hosted router, where the table alone holds. */
  callOutcome?: CallOutcome | null;
}

export interface RetryRule {
  bucket: ReadBucket;
  /** Absent: under any status. */
  status?: number;
  /** Whether `Retry-After` is there; absent: either way. */
  hasRetryAfter?: boolean;
  action: RetryAction;
  /** With which key the next call may go, be it by itself or because a person asks. A new one may charge once more. */
  key: 'same' | 'new';
  pause: RetryPause;
  /** How often the call is sent again by itself, at most. */
  tries: number;
}

const ALWAYS = Number.POSITIVE_INFINITY;
/** For faults that a few repetitions cure, or none. */
const FEW = 3;
/** About six minutes of growing pauses. */
const MANY = 12;

const stop = { action: 'stop', pause: 'none', tries: 0 } as const;
const wait = { action: 'wait', key: 'same', pause: 'time' } as const;
const collect = { action: 'collect', key: 'same', pause: 'time', tries: ALWAYS } as const;

/** The first that fits holds; each bucket has one that fits always. */
export const RETRY_RULES: readonly RetryRule[] = [
  // Rule 2: the original call of this key is still running, or the key cannot serve this request at all.
  { bucket: 'concurrency_limit_exceeded', status: 409, ...collect },
  { bucket: 'concurrency_limit_exceeded', ...wait, pause: 'own-call', tries: ALWAYS },
  { bucket: 'invalid_input', ...stop, key: 'new' },
  // Rule 4: accepted by the provider, so the same key reclaims it. Without the header the deadline passed before that, so there
  // is nothing to collect or to pay twice, and the same request can be sent again (Model Router 7, R-7.27).
  { bucket: 'deadline_exceeded', hasRetryAfter: true, ...collect },
  { bucket: 'deadline_exceeded', ...wait, tries: FEW },
  // The partner had all its time and may charge for it. Some clients send again by themselves; here one click is at most one
  // paid call, so a person decides.
  { bucket: 'provider_timeout', ...stop, key: 'same' },
  { bucket: 'provider_error', ...wait, tries: FEW },
  { bucket: 'internal_error', ...wait, tries: FEW },
  { bucket: 'service_unavailable', ...wait, tries: MANY },
  { bucket: 'rate_limited', ...wait, tries: MANY },
  { bucket: 'queue_backlog_full', ...wait, tries: MANY },
  // Deterministic: the same input is refused again.
  { bucket: 'content_policy_violation', ...stop, key: 'new' },
  { bucket: 'model_not_found', ...stop, key: 'new' },
  // Something else than the call has to change first.
  { bucket: 'insufficient_credits', ...stop, key: 'same' },
  { bucket: 'unauthorized', ...stop, key: 'same' },
  { bucket: 'forbidden', ...stop, key: 'same' },
  { bucket: 'not_enabled', ...stop, key: 'same' },
  // Logged by the server, never delivered.
  { bucket: 'client_disconnected', ...wait, tries: FEW },
  // Of queued requests, which are over.
  { bucket: 'cancelled', ...stop, key: 'new' },
  { bucket: 'queue_timeout', ...stop, key: 'new' },
  { bucket: 'request_not_found', ...stop, key: 'new' },
];

/** A lost answer says nothing of the call: its key finds out. */
export const LOST_ANSWER_RULE = { ...wait, tries: MANY } as const satisfies Omit<RetryRule, 'bucket'>;

export function ruleFor({ status, errorType, retryAfterS, callOutcome }: RunRejection): Omit<RetryRule, 'bucket'> {
  if (status === null) return LOST_ANSWER_RULE;
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
 * The key of a call protects it up to the router that knows the key. Behind our own gateway stands a provider that does not,
 * so what it knows of the call takes repetitions out of the table, and never adds one.
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
    // Both stay with their key.
    case 'refused':
    case 'unknown':
      return { ...stop, key: 'new' };
  }
}

export interface RetryAdvice {
  action: RetryAction;
  key: 'same' | 'new';
  pause: RetryPause;
  /** From now; 0 where the action is `stop`. */
  waitMs: number;
}

/**
 * @param tries how often the call has been sent again already
 * @param random from 0 to 1, for the jitter
 */
export function retryAdvice(refusal: RunRejection, tries: number, random: () => number = Math.random): RetryAdvice {
  const { action, key, pause, tries: most } = ruleFor(refusal);
  if (action === 'stop' || tries >= most) return { action: 'stop', key, pause: 'none', waitMs: 0 };
  const asked = (refusal.retryAfterS ?? 0) * 1000;
  return { action, key, pause, waitMs: asked > 0 ? asked : backoffMs(tries, random) };
}

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 45_000;

/** Doubles from a second on, with up to a quarter taken off so that many callers do not come back at once. */
export function backoffMs(tries: number, random: () => number = Math.random): number {
  const full = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(tries, 16));
  return Math.round(full * (1 - random() / 4));
}
