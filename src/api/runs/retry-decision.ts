import { bucketOf, type ReadBucket } from '@contract/router/errors';
import { retryAdvice, ruleFor, type RunRejection } from '@contract/router/retry';
import type { RunFailure, RunRecord } from './run-record';

/** What follows from an answer that is no result: the contract's table, seen from one run. */
export type Reaction = {
  /** The provider may have run and charged, whatever else is known. */
  mayHaveRun: boolean;
} & (
  | { kind: 'wait'; waitMs: number; untilOwnCallEnds: boolean; isFault: boolean }
  /** The same key may tell later; only a click asks. */
  | { kind: 'ask_later'; why: 'deadline' | 'no_answer' }
  /** `isBeforeKey`: checked before the key is looked at. */
  | { kind: 'stop'; isBeforeKey: boolean }
);

/** While calls of our own are under way, one of them ending is what is waited for; this long at most. */
const OWN_CALL_WAIT_MS = 60_000;

const BEFORE_KEY: ReadonlySet<ReadBucket> = new Set([
  'unauthorized',
  'forbidden',
  'not_enabled',
  'insufficient_credits',
  'model_not_found',
]);

/** @param hasOwnCalls other calls of this browser are in flight */
export function reactionTo(
  failure: RunFailure,
  retryAfterS: number | null,
  run: Pick<RunRecord, 'tries' | 'faults' | 'mayHaveRun'>,
  hasOwnCalls: boolean,
): Reaction {
  const refusal = rejectionOf(failure, retryAfterS);
  const rule = ruleFor(refusal);
  // Waits that end for certain are no faults, however many there are.
  const isFault = Number.isFinite(rule.tries);
  const advice = retryAdvice(refusal, isFault ? run.faults : run.tries);
  const mayHaveRun = isOpenEnded(refusal);
  if (failure.isFinal) return { kind: 'stop', isBeforeKey: false, mayHaveRun };
  if (advice.action !== 'stop') {
    const untilOwnCallEnds = advice.pause === 'own-call';
    const waitMs = untilOwnCallEnds && hasOwnCalls ? OWN_CALL_WAIT_MS : advice.waitMs;
    return { kind: 'wait', waitMs, untilOwnCallEnds, isFault, mayHaveRun };
  }
  const bucket = bucketOfFailure(failure);
  if (bucket === 'deadline_exceeded') return { kind: 'ask_later', why: 'deadline', mayHaveRun };
  const isUsedUp = rule.action !== 'stop';
  if (isUsedUp && (mayHaveRun || run.mayHaveRun)) return { kind: 'ask_later', why: 'no_answer', mayHaveRun };
  // Our own gateway looks at the key first: what it says is about this call.
  const isBeforeKey = BEFORE_KEY.has(bucket) && (failure.callOutcome ?? null) === null;
  return { kind: 'stop', isBeforeKey, mayHaveRun };
}

/** Whether the same key may be sent once more after a failure, because a person asks for it. */
export function keepsKey(failure: RunFailure): boolean {
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
