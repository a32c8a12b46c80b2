import { isKeyFresh, KEY_LIFETIME_MS, KEY_MARGIN_MS } from '../journal/key-age';
import type { Machine, NextAction } from '../journal/machine';
import { canReuseKey, decideRetry } from './retry-decision';
import type { QueuedRequest } from './queued-request';
import {
  isActiveRun,
  type CollectableReason,
  type CommittedSpend,
  type RunResponse,
  type RunFailure,
  type RunRecord,
  type RunState,
} from './run-record';

/**
 * Runs a model so that one click makes at most one paid call (Model Router 4, rules 1 to 5). A run has one key and one body. The
 * machine is pure; `journal/runner.ts` performs what `nextAction` returns and stores each state before it acts on it. Only a user
 * action makes a new key, and only as a new run.
 */

/** Age up to which a run of an earlier page continues automatically, since the user still waits for it; older runs need a click. */
const RESUME_WITHIN_MS = 10 * 60 * 1000;
const WAIT_FOR_ROOM_MS = 10_000;

export type SendOutcome =
  | { kind: 'result'; answer: RunResponse; spend: CommittedSpend | null }
  /** Neither a result nor an error: a newer router has queued the call. */
  | { kind: 'queued'; queued: QueuedRequest; failure: RunFailure; spend: CommittedSpend | null }
  /** Any other response, or none. */
  | { kind: 'failure'; failure: RunFailure; retryAfterS: number | null; spend: CommittedSpend | null }
  /** The user stopped the call. */
  | { kind: 'aborted' }
  /** The user stopped the call, and the router confirms that it costs nothing. */
  | { kind: 'canceled' };

export type RunEvent =
  | { kind: 'send' }
  /** Replaces `send` if its start could not be stored. */
  | { kind: 'not_written' }
  /** `hasOwnCalls`: other calls of this browser are in flight. */
  | { kind: 'sent'; outcome: SendOutcome; hasOwnCalls: boolean }
  /** The page that held the run is closed. `knowsItsCalls`: the local gateway can report the outcome of its calls. */
  | { kind: 'resume'; knowsItsCalls: boolean }
  /** A call of this browser finished, so that one rejected for concurrency or committed spend may be sent. */
  | { kind: 'own_call_ended' }
  /** If a send is in flight, the runner aborts the request and reports that as its outcome. */
  | { kind: 'user_stop' }
  /** Sends the same key again. */
  | { kind: 'user_ask' }
  /** Sends a run that was never sent. */
  | { kind: 'user_send' };

/** The fields of a record that the machine reads or changes. */
export type RunMachineFields = Pick<
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

export const runMachine: Machine<RunRecord, RunEvent, 'send'> = {
  effects: { send: { inState: 'in_flight', isReadOnly: false } },
  nextAction,
  step,
  isActive: isActiveRun,
  abortEvent: 'user_stop',
};

export function nextAction({ state }: Pick<RunMachineFields, 'state'>, now: number): NextAction<'send'> {
  if (state.name !== 'pending' && state.name !== 'retry_wait') return { do: 'nothing' };
  const until = state.name === 'retry_wait' ? state.until : state.isUnwritten ? state.since + WAIT_FOR_ROOM_MS : now;
  return now >= until ? { do: 'send' } : { do: 'wait', until };
}

/** Returns the run after an event. An event that does not fit the state changes nothing. */
export function step<Run extends RunMachineFields>(run: Run, event: RunEvent, now: number): Run {
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
      return canRetry(run, now) ? inLine({ ...run, isDismissed: false }, now) : run;
    case 'user_send':
      return state.name === 'not_sent' ? inLine(run, now) : run;
  }
}

/** Returns true if the user may send the same key again, so that it is still the same call. */
export function canRetry(run: Pick<RunMachineFields, 'state' | 'firstSentAt'>, now: number): boolean {
  const { state } = run;
  const isOpen = state.name === 'collectable' || (state.name === 'failed' && canReuseKey(state.failure));
  return isOpen && isKeyFresh(run, now);
}

function inLine<Run extends RunMachineFields>(run: Run, now: number): Run {
  return {
    ...run,
    tries: 0,
    faults: 0,
    collectsOnly: false,
    state: { name: 'pending', since: now, isUnwritten: false },
  };
}

function startSending<Run extends RunMachineFields>(run: Run, now: number): Run {
  // A wait may outlive the key. A send would then be a separate call.
  if (!isKeyFresh(run, now)) return { ...run, state: collectable(run, 'no_answer', null) };
  return { ...run, state: { name: 'in_flight' }, firstSentAt: run.firstSentAt ?? now, sentAt: now };
}

function afterSend<Run extends RunMachineFields>(
  run: Run,
  outcome: SendOutcome,
  hasOwnCalls: boolean,
  now: number,
): Run {
  if (outcome.kind === 'aborted') return { ...run, mayHaveRun: true, state: collectable(run, 'aborted', null) };
  if (outcome.kind === 'canceled') return { ...run, mayHaveRun: false, state: { name: 'canceled' } };
  const spend = outcome.spend ?? run.spend;
  if (outcome.kind === 'result') return { ...run, spend, state: { name: 'done', answer: outcome.answer } };
  if (outcome.kind === 'queued') {
    // Nothing is polled: the same key is sent again only on a user action.
    const state: RunState = { ...collectable(run, 'queued', outcome.failure), queued: outcome.queued };
    return { ...run, spend, mayHaveRun: true, state };
  }
  const { failure, retryAfterS } = outcome;
  const reaction = decideRetry(failure, retryAfterS, run, hasOwnCalls);
  const mayHaveRun = run.mayHaveRun || reaction.mayHaveRun;
  const after = { ...run, spend, mayHaveRun };
  switch (reaction.kind) {
    case 'wait': {
      const { waitMs, untilOwnCallEnds, isServerFault } = reaction;
      const state: RunState = { name: 'retry_wait', until: now + waitMs, untilOwnCallEnds, failure };
      return { ...after, tries: run.tries + 1, faults: isServerFault ? run.faults + 1 : 0, state };
    }
    case 'ask_later':
      return { ...after, state: collectable(run, reaction.why, failure) };
    case 'stop':
      // An error from a check before the key lookup says nothing about earlier sends.
      if (run.mayHaveRun && reaction.isBeforeKey && !failure.isReplayed) {
        return { ...after, state: collectable(run, 'check_refused', failure) };
      }
      // The local gateway has no record of the call, whatever an earlier page assumed.
      if (run.collectsOnly && failure.status === 409 && failure.callOutcome === 'not_run') {
        const none = { ...after, mayHaveRun: false, collectsOnly: false };
        // It was rejected before, and would have been sent again if the page had stayed open.
        const goesOn = run.tries > 0 && now - (run.firstSentAt ?? 0) < RESUME_WITHIN_MS;
        return goesOn ? inLine(none, now) : { ...none, state: { name: 'not_sent' } };
      }
      return { ...after, state: { name: 'failed', failure } };
  }
}

type Collectable = Extract<RunState, { name: 'collectable' }>;

function collectable(run: RunMachineFields, why: CollectableReason, failure: RunFailure | null): Collectable {
  const until = (run.firstSentAt ?? 0) + KEY_LIFETIME_MS - KEY_MARGIN_MS;
  return { name: 'collectable', until, why, failure };
}

function resume<Run extends RunMachineFields>(run: Run, knowsItsCalls: boolean, now: number): Run {
  const { state } = run;
  const mayHaveBeenSent = state.name === 'in_flight' || (state.name === 'retry_wait' && run.mayHaveRun);
  if (knowsItsCalls && mayHaveBeenSent && isKeyFresh(run, now)) {
    // A free run may run again while the user still waits for it.
    const collectsOnly = !run.isFree || now - (run.sentAt ?? 0) >= RESUME_WITHIN_MS;
    return { ...inLine(run, now), tries: run.tries, mayHaveRun: true, collectsOnly };
  }
  if (state.name === 'in_flight') return { ...run, mayHaveRun: true, state: collectable(run, 'interrupted', null) };
  if (state.name !== 'pending' && state.name !== 'retry_wait') return run;
  const wasDueAt = state.name === 'pending' ? state.since : state.until;
  if (now - wasDueAt < RESUME_WITHIN_MS) return run;
  return run.mayHaveRun
    ? { ...run, state: collectable(run, 'interrupted', null) }
    : { ...run, state: { name: 'not_sent' } };
}

function stop<Run extends RunMachineFields>(run: Run): Run {
  const { state } = run;
  if (state.name !== 'pending' && state.name !== 'retry_wait') return run;
  if (!run.mayHaveRun) return { ...run, state: { name: 'canceled' } };
  return { ...run, state: collectable(run, 'aborted', state.name === 'retry_wait' ? state.failure : null) };
}
