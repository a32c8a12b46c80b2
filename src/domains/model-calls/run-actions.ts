import { canRetry } from './run-machine';
import type { RunFailure, RunRecord } from './run-record';

export type RunAction =
  /** Cancels an unsent run, or stops waiting for a sent one. */
  | 'stop'
  /** Sends the same key again, for a result that may exist. */
  | 'collect'
  /** Sends the same key again, after a rejection that may no longer apply. */
  | 'try_again'
  /** Sends a run that was never sent. */
  | 'send'
  /** Starts a new run with a new key, which is a second call. Offered only if the first call can no longer be looked up. */
  | 'run_anew';

/** Returns the actions available for a run now, in button order. */
export function runActions(run: RunRecord, now: number): readonly RunAction[] {
  const { state } = run;
  switch (state.name) {
    case 'pending':
    case 'in_flight':
    case 'retry_wait':
      return ['stop'];
    case 'collectable':
      return canRetry(run, now) ? ['collect'] : ['run_anew'];
    case 'failed':
      if (canRetry(run, now)) return ['try_again'];
      return needsNewKey(state.failure) ? ['run_anew'] : [];
    case 'not_sent':
      return ['send'];
    case 'done':
    case 'canceled':
      return [];
  }
}

/** Returns true if the first call may have run and charged, so that the user must confirm a second one. */
function needsNewKey({ status, callOutcome, isFinal }: RunFailure): boolean {
  if (callOutcome === 'unknown' || (isFinal && callOutcome === 'protected')) return true;
  return status === 409 && !isFinal;
}
