import { canAsk } from './run-machine';
import type { RunFailure, RunRecord } from './run-record';

export type RunAction =
  /** Takes back what was not sent, or stops waiting for what was. */
  | 'stop'
  /** The same key once more, for a result that may be there. */
  | 'collect'
  /** The same key once more, after a refusal that may have passed. */
  | 'try_again'
  /** What was never sent. */
  | 'send'
  /** A new run with a new key: a second call. Only where the first cannot be asked for any more. */
  | 'run_anew';

/** What can be done about a run now, in the order of the buttons. */
export function runActions(run: RunRecord, now: number): readonly RunAction[] {
  const { state } = run;
  switch (state.name) {
    case 'pending':
    case 'in_flight':
    case 'retry_wait':
      return ['stop'];
    case 'collectable':
      return canAsk(run, now) ? ['collect'] : ['run_anew'];
    case 'failed':
      if (canAsk(run, now)) return ['try_again'];
      return needsNewKey(state.failure) ? ['run_anew'] : [];
    case 'not_sent':
      return ['send'];
    case 'done':
    case 'canceled':
      return [];
  }
}

/** The first call may have run and charged, so that a second one is a question. */
function needsNewKey({ status, callOutcome, isFinal }: RunFailure): boolean {
  if (callOutcome === 'unknown' || (isFinal && callOutcome === 'protected')) return true;
  return status === 409 && !isFinal;
}
