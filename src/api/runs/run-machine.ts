import { keepsKey, reactionTo } from './retry-decision';
import type { QueuedRequest } from './queued-request';
import type { CollectableReason, CommittedSpend, RunResponse, RunFailure, RunRecord, RunState } from './run-record';

/**
 * Running a model so that one click is at most one paid call (Model Router 4, rules 1 to 5). A run has one key
 * and one body; the machine is pure, and `run-runner.ts` does what `nextAction` says and writes each state down before
 * it acts on it. Only a click of the user makes a new key, and only as a new run.
 */

/** Records of keys live 24 hours from their first use (docs/api-notes.md, Idempotency keys of the router). */
export const KEY_LIFETIME_MS = 24 * 3600 * 1000;
/** Room for unlike clocks and for the way of the request. */
const KEY_MARGIN_MS = 10 * 60 * 1000;
/** What an earlier page left goes on by itself for as long as somebody still waits for it; later it costs a click. */
const RESUME_WITHIN_MS = 10 * 60 * 1000;

export type SendOutcome =
  | { kind: 'result'; answer: RunResponse; spend: CommittedSpend | null }
  /** Neither a result nor a refusal: a newer router has put the call into its queue. */
  | { kind: 'queued'; queued: QueuedRequest; failure: RunFailure; spend: CommittedSpend | null }
  /** Any other answer, or none. */
  | { kind: 'failure'; failure: RunFailure; retryAfterS: number | null; spend: CommittedSpend | null }
  /** The user stopped it. */
  | { kind: 'aborted' }
  /** The user stopped it, and the router confirms that it costs nothing. */
  | { kind: 'canceled' };

export type RunEvent =
  | { kind: 'send' }
  /** In place of `send`: it could not be written down. */
  | { kind: 'not_written' }
  /** `hasOwnCalls`: other calls of this browser are in flight. */
  | { kind: 'sent'; outcome: SendOutcome; hasOwnCalls: boolean }
  /** The page that held the run is gone. `knowsItsCalls`: our own gateway says what became of what that page had sent. */
  | { kind: 'resume'; knowsItsCalls: boolean }
  /** A call of ours came to its end: there is room for one that was refused for its number or its cost. */
  | { kind: 'own_call_ended' }
  /** While it is under way, the runner aborts the request and tells it as the outcome. */
  | { kind: 'user_stop' }
  /** Once more with the same key. */
  | { kind: 'user_ask' }
  /** What was never sent. */
  | { kind: 'user_send' };

export type RunAction = { do: 'send' } | { do: 'wait'; until: number } | { do: 'nothing' };

/** What the machine reads and moves of a record. */
export type RunClockwork = Pick<
  RunRecord,
  | 'state'
  | 'firstSentAt'
  | 'sentAt'
  | 'tries'
  | 'faults'
  | 'mayHaveRun'
  | 'spend'
  | 'isDismissed'
  | 'isFree'
  | 'collectsOnly'
>;

export function nextAction({ state }: Pick<RunClockwork, 'state'>, now: number): RunAction {
  if (state.name === 'pending') return { do: 'send' };
  if (state.name !== 'retry_wait') return { do: 'nothing' };
  return now >= state.until ? { do: 'send' } : { do: 'wait', until: state.until };
}

/** The run after an event. An event that does not fit the state changes nothing. */
export function step<Run extends RunClockwork>(run: Run, event: RunEvent, now: number): Run {
  const { state } = run;
  switch (event.kind) {
    case 'send':
      return nextAction(run, now).do === 'send' ? startSending(run, now) : run;
    case 'not_written':
      return { ...run, state: { name: 'pending', since: now, isUnwritten: true } };
    case 'sent':
      return state.name === 'in_flight' ? afterSend(run, event.outcome, event.hasOwnCalls, now) : run;
    case 'resume':
      return resume(run, event.knowsItsCalls, now);
    case 'own_call_ended':
      if (state.name !== 'retry_wait' || !state.untilOwnCallEnds) return run;
      return { ...run, state: { ...state, until: Math.min(state.until, now) } };
    case 'user_stop':
      return stop(run);
    case 'user_ask':
      return canAsk(run, now) ? inLine({ ...run, isDismissed: false }, now) : run;
    case 'user_send':
      return state.name === 'not_sent' ? inLine(run, now) : run;
  }
}

/** Whether a click may send the same key once more, which is then still the same call and no second one. */
export function canAsk(run: Pick<RunClockwork, 'state' | 'firstSentAt'>, now: number): boolean {
  const { state } = run;
  const isOpen = state.name === 'collectable' || (state.name === 'failed' && keepsKey(state.failure));
  return isOpen && isKeyFresh(run, now);
}

/** A clock that was set back makes the age negative: then nothing is known of it either. */
function isKeyFresh({ firstSentAt }: Pick<RunClockwork, 'firstSentAt'>, now: number): boolean {
  if (firstSentAt === null) return true;
  const age = now - firstSentAt;
  return age >= -KEY_MARGIN_MS && age < KEY_LIFETIME_MS - KEY_MARGIN_MS;
}

function inLine<Run extends RunClockwork>(run: Run, now: number): Run {
  return {
    ...run,
    tries: 0,
    faults: 0,
    collectsOnly: false,
    state: { name: 'pending', since: now, isUnwritten: false },
  };
}

function startSending<Run extends RunClockwork>(run: Run, now: number): Run {
  // A wait may outlive the key. From then on a send would be a call of its own.
  if (!isKeyFresh(run, now)) return { ...run, state: collectable(run, 'no_answer', null) };
  return { ...run, state: { name: 'in_flight' }, firstSentAt: run.firstSentAt ?? now, sentAt: now };
}

function afterSend<Run extends RunClockwork>(run: Run, outcome: SendOutcome, hasOwnCalls: boolean, now: number): Run {
  if (outcome.kind === 'aborted') return { ...run, mayHaveRun: true, state: collectable(run, 'aborted', null) };
  if (outcome.kind === 'canceled') return { ...run, mayHaveRun: false, state: { name: 'canceled' } };
  const spend = outcome.spend ?? run.spend;
  if (outcome.kind === 'result') return { ...run, spend, state: { name: 'done', answer: outcome.answer } };
  if (outcome.kind === 'queued') {
    // Nothing is polled: a click asks again with the same key.
    const state: RunState = { ...collectable(run, 'queued', outcome.failure), queued: outcome.queued };
    return { ...run, spend, mayHaveRun: true, state };
  }
  const { failure, retryAfterS } = outcome;
  const reaction = reactionTo(failure, retryAfterS, run, hasOwnCalls);
  const mayHaveRun = run.mayHaveRun || reaction.mayHaveRun;
  const after = { ...run, spend, mayHaveRun };
  switch (reaction.kind) {
    case 'wait': {
      const { waitMs, untilOwnCallEnds, isFault } = reaction;
      const state: RunState = { name: 'retry_wait', until: now + waitMs, untilOwnCallEnds, failure };
      return { ...after, tries: run.tries + 1, faults: isFault ? run.faults + 1 : 0, state };
    }
    case 'ask_later':
      return { ...after, state: collectable(run, reaction.why, failure) };
    case 'stop':
      // Checks that stand before the key say nothing about what came first.
      if (run.mayHaveRun && reaction.isBeforeKey && !failure.isReplayed) {
        return { ...after, state: collectable(run, 'check_refused', failure) };
      }
      // Our own gateway has no record of it, whatever an earlier page believed.
      if (run.collectsOnly && failure.status === 409 && failure.callOutcome === 'not_run') {
        return { ...after, mayHaveRun: false, collectsOnly: false, state: { name: 'not_sent' } };
      }
      return { ...after, state: { name: 'failed', failure } };
  }
}

type Collectable = Extract<RunState, { name: 'collectable' }>;

function collectable(run: RunClockwork, why: CollectableReason, failure: RunFailure | null): Collectable {
  const until = (run.firstSentAt ?? 0) + KEY_LIFETIME_MS - KEY_MARGIN_MS;
  return { name: 'collectable', until, why, failure };
}

function resume<Run extends RunClockwork>(run: Run, knowsItsCalls: boolean, now: number): Run {
  const { state } = run;
  const mayHaveLeft = state.name === 'in_flight' || (state.name === 'retry_wait' && run.mayHaveRun);
  if (knowsItsCalls && mayHaveLeft && isKeyFresh(run, now)) {
    // What is free may as well run again, for as long as somebody still waits for it.
    const collectsOnly = !run.isFree || now - (run.sentAt ?? 0) >= RESUME_WITHIN_MS;
    return { ...inLine(run, now), mayHaveRun: true, collectsOnly };
  }
  if (state.name === 'in_flight') return { ...run, mayHaveRun: true, state: collectable(run, 'interrupted', null) };
  if (state.name !== 'pending' && state.name !== 'retry_wait') return run;
  const wasDueAt = state.name === 'pending' ? state.since : state.until;
  if (now - wasDueAt < RESUME_WITHIN_MS) return run;
  return run.mayHaveRun
    ? { ...run, state: collectable(run, 'interrupted', null) }
    : { ...run, state: { name: 'not_sent' } };
}

function stop<Run extends RunClockwork>(run: Run): Run {
  const { state } = run;
  if (state.name !== 'pending' && state.name !== 'retry_wait') return run;
  if (!run.mayHaveRun) return { ...run, state: { name: 'canceled' } };
  return { ...run, state: collectable(run, 'aborted', state.name === 'retry_wait' ? state.failure : null) };
}
