import { bucketOf, type ReadBucket } from '@contract/router/errors';
import { retryAdvice, ruleFor, type RunRejection } from '@contract/router/retry';
import type { RunFailure, RunRecord } from './run-record';

/** What to do after an error response: the retry table of the contract, applied to one run. */
export type RetryDecision = {
  /** True if the provider may have run and charged, regardless of other information. */
  mayHaveRun: boolean;
} & (
  | { kind: 'wait'; waitMs: number; untilOwnCallEnds: boolean; isServerFault: boolean }
  /** The same key may return the outcome later; it is sent only on a user action. */
  | { kind: 'ask_later'; why: 'deadline' | 'no_answer' }
  /** `isBeforeKey`: the router checks this before it looks up the key. */
  | { kind: 'stop'; isBeforeKey: boolean }
);

/** Maximum wait for another call of this browser to finish, while any is in flight. */
const OWN_CALL_WAIT_MS = 60_000;

const BEFORE_KEY: ReadonlySet<ReadBucket> = new Set([
  'unauthorized',
  'forbidden',
  'not_enabled',
  'insufficient_credits',
  'model_not_found',
]);

/** @param hasOwnCalls `true` if other calls of this browser are in flight */
export function decideRetry(
  failure: RunFailure,
  retryAfterS: number | null,
  run: Pick<RunRecord, 'tries' | 'faults' | 'mayHaveRun'>,
  hasOwnCalls: boolean,
): RetryDecision {
  const rejection = rejectionOf(failure, retryAfterS);
  const rule = ruleFor(rejection);
  // Waits that are bound to end do not count as faults, however many there are.
  const isServerFault = Number.isFinite(rule.tries);
  const advice = retryAdvice(rejection, isServerFault ? run.faults : run.tries);
  const mayHaveRun = isOpenEnded(rejection);
  if (failure.isFinal) return { kind: 'stop', isBeforeKey: false, mayHaveRun };
  if (advice.action !== 'stop') {
    const untilOwnCallEnds = advice.pause === 'own-call';
    const waitMs = untilOwnCallEnds && hasOwnCalls ? OWN_CALL_WAIT_MS : advice.waitMs;
    return { kind: 'wait', waitMs, untilOwnCallEnds, isServerFault, mayHaveRun };
  }
  const bucket = bucketOfFailure(failure);
  if (bucket === 'deadline_exceeded') return { kind: 'ask_later', why: 'deadline', mayHaveRun };
  const isUsedUp = rule.action !== 'stop';
  if (isUsedUp && (mayHaveRun || run.mayHaveRun)) return { kind: 'ask_later', why: 'no_answer', mayHaveRun };
  // The local gateway looks up the key first, so its response concerns this call.
  const isBeforeKey = BEFORE_KEY.has(bucket) && (failure.callOutcome ?? null) === null;
  return { kind: 'stop', isBeforeKey, mayHaveRun };
}

/** Returns true if the user may send the same key again after this failure. */
export function canReuseKey(failure: RunFailure): boolean {
  return failure.isFinal !== true && ruleFor(rejectionOf(failure, null)).key === 'same';
}

function rejectionOf({ status, rawBucket, callOutcome }: RunFailure, retryAfterS: number | null): RunRejection {
  return { status: status === 0 ? null : status, errorType: rawBucket, retryAfterS, callOutcome: callOutcome ?? null };
}

export function bucketOfFailure({ status, rawBucket }: Pick<RunFailure, 'status' | 'rawBucket'>): ReadBucket {
  return bucketOf(status, rawBucket);
}

function isOpenEnded({ status, errorType, callOutcome }: RunRejection): boolean {
  if (status === null) return true;
  if (callOutcome) return callOutcome !== 'not_run' && callOutcome !== 'refused';
  const bucket = bucketOf(status, errorType);
  if (bucket === 'concurrency_limit_exceeded') return status === 409;
  return status >= 500 && bucket !== 'service_unavailable';
}
