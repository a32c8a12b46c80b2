import { ERROR_CODES } from '@contract/jobs/error-codes';
import { codeWithoutEnvelope } from '@/api/api-error';
import { isKeyFresh } from '../journal/key-age';
import type { Machine, NextAction } from '../journal/machine';
import { type OutboxEntry, isSettled, type OutboxState, type Rejection, type UnsettledReason } from './outbox-entry';

/**
 * Safe submission (Job API 4, rule 4). An entry is one submission with one key and one body. The machine is pure;
 * `journal/runner.ts` performs what `nextAction` returns and stores each state before it acts on it.
 *
 * The promise: for any sequence of faults an entry creates at most one job, and no state claims more than is known. `refused` and
 * `canceled` mean that no job exists, `submitted` names the job, and `unsettled` means that the outcome is unknown.
 */

const LOOKUP_DELAYS_MS = [0, 2000, 5000, 10_000, 20_000, 30_000];
/** Checks after the surface reported the key as taken: the job may not be listed yet. */
const LOOKUPS_AFTER_ARRIVAL = 4;
const WAIT_WITHOUT_HINT_MS = 5000;
const WAIT_FOR_ROOM_MS = 10_000;

/** Replaces the code of a `429`: the browser could not store the start of the send, so nothing is sent. */
export const NOT_STORED = 'not_written';

export type SendOutcome =
  | { kind: 'accepted'; jobId: string }
  /** An error envelope, or another status below 500. */
  | { kind: 'answered'; refusal: Rejection; retryAfterS: number | null }
  /** Network failure, 5xx, or an unreadable response. */
  | { kind: 'unknown' };

export type LookupOutcome =
  | { kind: 'found'; jobId: string }
  | { kind: 'absent' }
  | { kind: 'no_list' }
  | { kind: 'unreachable' }
  /** The job list requires a valid credential. */
  | { kind: 'locked_out' };

export type OutboxEvent =
  | { kind: 'send' }
  /** Replaces `send` if its start could not be stored. */
  | { kind: 'not_written' }
  | { kind: 'sent'; outcome: SendOutcome }
  | { kind: 'look' }
  | { kind: 'looked'; outcome: LookupOutcome }
  /** The page that held the entry is closed, so the outcome of its request is unknown. */
  | { kind: 'resume' }
  | { kind: 'user_cancel' }
  | { kind: 'user_look_again' }
  /** Sends the same key again, without checking the job list first. */
  | { kind: 'user_ask' }
  | { kind: 'user_choose'; jobId: string };

/** The fields that the machine reads besides the state. */
export interface OutboxMachineFields {
  state: OutboxState;
  /** Time of the first send; `null` before. */
  firstSentAt: number | null;
}

export type OutboxEffect = 'send' | 'look';

export const outboxMachine: Machine<OutboxEntry, OutboxEvent, OutboxEffect> = {
  effects: {
    send: { inState: 'sending', isReadOnly: false },
    look: { inState: 'probing', isReadOnly: true },
  },
  nextAction,
  step,
  // Dismissed entries are not sent.
  isActive: ({ state, isDismissed }) => !isSettled(state) && !isDismissed,
};

export function nextAction({ state }: OutboxMachineFields, now: number): NextAction<OutboxEffect> {
  switch (state.name) {
    case 'pending':
      return { do: 'send' };
    case 'waiting':
      return now >= state.until ? { do: 'send' } : { do: 'wait', until: state.until };
    case 'unknown':
      return now >= state.until ? { do: 'look' } : { do: 'wait', until: state.until };
    case 'sending':
    case 'probing':
    case 'unsettled':
    case 'submitted':
    case 'refused':
    case 'canceled':
      return { do: 'nothing' };
  }
}

/** Returns the entry after an event. An event that does not fit the state changes nothing. */
export function step<Entry extends OutboxMachineFields>(entry: Entry, event: OutboxEvent, now: number): Entry {
  const { state } = entry;
  switch (event.kind) {
    case 'send':
      if (nextAction(entry, now).do !== 'send') return entry;
      return startSending(entry, (state.name === 'waiting' || state.name === 'pending') && state.isProbe, now);
    case 'not_written':
      return { ...entry, state: waitForRoom(state, now) };
    case 'sent':
      return state.name === 'sending' ? { ...entry, state: afterSend(state.isProbe, event.outcome, now) } : entry;
    case 'look':
      if (state.name !== 'unknown' || now < state.until) return entry;
      return { ...entry, state: { name: 'probing', looks: state.looks + 1, hasArrived: state.hasArrived } };
    case 'looked':
      return afterLook(entry, event.outcome, now);
    case 'resume':
      return resume(entry, now);
    case 'user_cancel':
      return { ...entry, state: canceled(state) };
    case 'user_look_again':
      return { ...entry, state: lookAgain(state, now) };
    case 'user_ask':
      return canRetry(entry, now) ? { ...entry, state: { name: 'pending', isProbe: true } } : entry;
    case 'user_choose':
      if (state.name !== 'unsettled') return entry;
      return { ...entry, state: { name: 'submitted', jobId: event.jobId, how: 'chosen' } };
  }
}

/**
 * Returns true if the user may send the same key again. That creates the job only if none exists. Not offered if the surface
 * reported the key as taken or requires sign-in, since the response is then already known.
 */
export function canRetry(entry: OutboxMachineFields, now: number): boolean {
  const { state } = entry;
  if (!isKeyFresh(entry, now)) return false;
  if (state.name === 'unknown') return !state.hasArrived && !state.isLockedOut;
  return state.name === 'unsettled' && ASKABLE.has(state.why);
}

/** Reasons for which the key may not have arrived, so that another send with it reports the outcome. */
const ASKABLE: ReadonlySet<UnsettledReason> = new Set(['check_refused', 'foreign_refusal', 'stopped']);

function startSending<Entry extends OutboxMachineFields>(entry: Entry, isProbe: boolean, now: number): Entry {
  // A wait may outlive the key.
  if (isProbe && !isKeyFresh(entry, now)) {
    return { ...entry, state: { name: 'unsettled', why: 'key_too_old', refusal: null } };
  }
  return { ...entry, state: { name: 'sending', isProbe }, firstSentAt: entry.firstSentAt ?? now };
}

function waitForRoom(state: OutboxState, now: number): OutboxState {
  if (state.name !== 'pending' && state.name !== 'waiting') return state;
  return { name: 'waiting', until: now + WAIT_FOR_ROOM_MS, code: NOT_STORED, isProbe: state.isProbe };
}

function afterSend(isProbe: boolean, outcome: SendOutcome, now: number): OutboxState {
  if (outcome.kind === 'accepted') {
    return { name: 'submitted', jobId: outcome.jobId, how: isProbe ? 'asked' : 'answered' };
  }
  if (outcome.kind === 'unknown') return unknown(now, 0, false);
  const { refusal: rejection, retryAfterS } = outcome;
  // An earlier request of this entry was first (J-4.42). Browsers retry a POST automatically, so this may also answer the first
  // send.
  if (rejection.code === 'idempotency_key_reuse') return unknown(now, 0, true);
  if (rejection.status === 429) {
    const wait = retryAfterS === null ? WAIT_WITHOUT_HINT_MS : retryAfterS * 1000;
    return { name: 'waiting', until: now + wait, code: rejection.code, isProbe };
  }
  if (isForeign(rejection)) return { name: 'unsettled', why: 'foreign_refusal', refusal: rejection };
  // Credentials and similar are checked before the key lookup, so this error says nothing about earlier sends.
  if (isProbe) return { name: 'unsettled', why: 'check_refused', refusal: rejection };
  return { name: 'refused', refusal: rejection };
}

function unknown(now: number, looks: number, hasArrived: boolean): OutboxState & { name: 'unknown' } {
  const delay = LOOKUP_DELAYS_MS[Math.min(looks, LOOKUP_DELAYS_MS.length - 1)] ?? 0;
  return { name: 'unknown', until: now + delay, looks, hasArrived };
}

function afterLook<Entry extends OutboxMachineFields>(entry: Entry, outcome: LookupOutcome, now: number): Entry {
  const { state } = entry;
  if (outcome.kind === 'found' && (state.name === 'probing' || state.name === 'unsettled')) {
    return { ...entry, state: { name: 'submitted', jobId: outcome.jobId, how: 'found' } };
  }
  if (state.name !== 'probing') return entry;
  const { looks, hasArrived } = state;
  if (outcome.kind === 'unreachable') return { ...entry, state: unknown(now, looks, hasArrived) };
  // Another send would be rejected as well, and report nothing. The check continues once the user has signed in.
  if (outcome.kind === 'locked_out')
    return { ...entry, state: { ...unknown(now, looks, hasArrived), isLockedOut: true } };
  if (hasArrived) {
    if (outcome.kind === 'absent' && looks < LOOKUPS_AFTER_ARRIVAL) {
      return { ...entry, state: unknown(now, looks, true) };
    }
    const why = outcome.kind === 'absent' ? 'taken_but_not_listed' : 'taken_and_no_list';
    return { ...entry, state: { name: 'unsettled', why, refusal: null } };
  }
  if (!isKeyFresh(entry, now)) return { ...entry, state: { name: 'unsettled', why: 'key_too_old', refusal: null } };
  return { ...entry, state: { name: 'pending', isProbe: true } };
}

function resume<Entry extends OutboxMachineFields>(entry: Entry, now: number): Entry {
  const { state } = entry;
  if (state.name === 'sending') return { ...entry, state: unknown(now, 0, false) };
  if (state.name === 'probing') return { ...entry, state: unknown(now, 0, state.hasArrived) };
  return entry;
}

function canceled(state: OutboxState): OutboxState {
  switch (state.name) {
    case 'pending':
    case 'waiting':
      return state.isProbe ? { name: 'unsettled', why: 'stopped', refusal: null } : { name: 'canceled' };
    case 'unknown':
    case 'probing':
      return { name: 'unsettled', why: 'stopped', refusal: null };
    // A request in flight cannot be canceled; its response decides.
    case 'sending':
    case 'unsettled':
    case 'submitted':
    case 'refused':
    case 'canceled':
      return state;
  }
}

/** Checks again. If the surface reported the key as taken, that stays true, and another send would report nothing new. */
function lookAgain(state: OutboxState, now: number): OutboxState {
  if (state.name === 'unknown') return { ...state, until: Math.min(state.until, now) };
  if (state.name !== 'unsettled') return state;
  return unknown(now, 0, state.why === 'taken_but_not_listed' || state.why === 'taken_and_no_list');
}

/**
 * Returns true if a response proves that no job was created: contract rejections do, a 5xx does not (Job API 4, rule 4). A 408 or a
 * conflict outside the contract comes from an intermediary.
 */
export function isDefiniteRejection(status: number, code: string): boolean {
  if (status === 409) return Object.hasOwn(ERROR_CODES, code);
  return status >= 400 && status < 500 && status !== 408;
}

/** Statuses about the caller, path or size of a request: surfaces and proxies return them before reading the submission. */
const BEFORE_READING: ReadonlySet<number> = new Set([401, 402, 403, 404, 405, 411, 413, 414, 415, 429, 431]);

/**
 * Returns true if a rejection lacks the error envelope, which every submission error has (J-4.18). A proxy may then have replaced
 * the response with a 400 or 422 after the surface created the job, so rule 4 does not apply.
 */
function isForeign({ status, code }: Rejection): boolean {
  return code === codeWithoutEnvelope(status) && !BEFORE_READING.has(status);
}
