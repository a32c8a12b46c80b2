import { ERROR_CODES } from '@contract/jobs/error-codes';
import { codeWithoutEnvelope } from '../api-error';
import type { OutboxState, Refusal, UnsettledReason } from './outbox-state';

/**
 * Safe submission (Job API 4, rule 4). One entry is one act of submitting: one key, one body. The machine is
 * pure; `outbox-runner.ts` does what `nextAction` says and writes each state down before it acts on it.
 *
 * The promise: for any sequence of faults one entry makes at most one job, and no state claims more than is known.
 * `refused` and `canceled` say that no job exists, `submitted` names the one that does, `unsettled` says that nobody can tell.
 */

/** Keys expire 24 hours after they were claimed (J-4.45): from then on the same key is no probe but a second submission. */
export const KEY_LIFETIME_MS = 24 * 3600 * 1000;
/** Room for unlike clocks and for the way of the request. */
const KEY_MARGIN_MS = 10 * 60 * 1000;

const LOOK_DELAYS_MS = [0, 2000, 5000, 10_000, 20_000, 30_000];
/** After the surface said that the key is taken, the job may still be on its way into the list. */
const LOOKS_AFTER_ARRIVAL = 4;
const WAIT_WITHOUT_HINT_MS = 5000;
const WAIT_FOR_ROOM_MS = 10_000;

/** In the place of the code of a `429`: the browser could not write down that it sends, and so does not. */
export const NOT_WRITTEN = 'not_written';

export type SendOutcome =
  | { kind: 'accepted'; jobId: string }
  /** An error envelope or another status below 500. */
  | { kind: 'answered'; refusal: Refusal; retryAfterS: number | null }
  /** Network loss, 5xx, an answer that cannot be read. */
  | { kind: 'unknown' };

export type LookOutcome =
  | { kind: 'found'; jobId: string }
  | { kind: 'absent' }
  | { kind: 'no_list' }
  | { kind: 'unreachable' }
  /** Wants a valid credential first. */
  | { kind: 'locked_out' };

export type OutboxEvent =
  | { kind: 'send' }
  /** In place of `send`: the send could not be written down. */
  | { kind: 'not_written' }
  | { kind: 'sent'; outcome: SendOutcome }
  | { kind: 'look' }
  | { kind: 'looked'; outcome: LookOutcome }
  /** The page that held the entry is gone: what was under way has an unknown outcome. */
  | { kind: 'resume' }
  | { kind: 'user_cancel' }
  | { kind: 'user_look_again' }
  /** Once more with the same key, without a look first. */
  | { kind: 'user_ask' }
  /** The user knows which job it was. */
  | { kind: 'user_choose'; jobId: string };

/** What the machine reads of an entry besides its state. */
export interface OutboxClockwork {
  state: OutboxState;
  /** When the key first left; null before. */
  firstSentAt: number | null;
}

export type OutboxAction = { do: 'send' } | { do: 'look' } | { do: 'wait'; until: number } | { do: 'nothing' };

export function nextAction({ state }: OutboxClockwork, now: number): OutboxAction {
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

/** The entry after an event. An event that does not fit the state changes nothing. */
export function step(entry: OutboxClockwork, event: OutboxEvent, now: number): OutboxClockwork {
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
      return canAsk(entry, now) ? { ...entry, state: { name: 'pending', isProbe: true } } : entry;
    case 'user_choose':
      if (state.name !== 'unsettled') return entry;
      return { ...entry, state: { name: 'submitted', jobId: event.jobId, how: 'chosen' } };
  }
}

/**
 * Whether the same key may be sent once more by a click: it makes the job where none was made, and nothing where one was.
 * Where the surface said that it has the key, or lets nobody in, the answer is known before.
 */
export function canAsk(entry: OutboxClockwork, now: number): boolean {
  const { state } = entry;
  if (!isKeyFresh(entry, now)) return false;
  if (state.name === 'unknown') return !state.hasArrived && !state.isLockedOut;
  return state.name === 'unsettled' && ASKABLE.has(state.why);
}

/** The key may not have arrived, so that one more send with it can tell. */
const ASKABLE: ReadonlySet<UnsettledReason> = new Set(['check_refused', 'foreign_refusal', 'stopped']);

function startSending(entry: OutboxClockwork, isProbe: boolean, now: number): OutboxClockwork {
  // A wait may outlive the key.
  if (isProbe && !isKeyFresh(entry, now)) {
    return { ...entry, state: { name: 'unsettled', why: 'key_too_old', refusal: null } };
  }
  return { state: { name: 'sending', isProbe }, firstSentAt: entry.firstSentAt ?? now };
}

function waitForRoom(state: OutboxState, now: number): OutboxState {
  if (state.name !== 'pending' && state.name !== 'waiting') return state;
  return { name: 'waiting', until: now + WAIT_FOR_ROOM_MS, code: NOT_WRITTEN, isProbe: state.isProbe };
}

/** A clock that was set back makes the age negative: then nothing is known of it either. */
function isKeyFresh({ firstSentAt }: OutboxClockwork, now: number): boolean {
  if (firstSentAt === null) return true;
  const age = now - firstSentAt;
  return age >= -KEY_MARGIN_MS && age < KEY_LIFETIME_MS - KEY_MARGIN_MS;
}

function afterSend(isProbe: boolean, outcome: SendOutcome, now: number): OutboxState {
  if (outcome.kind === 'accepted') {
    return { name: 'submitted', jobId: outcome.jobId, how: isProbe ? 'asked' : 'answered' };
  }
  if (outcome.kind === 'unknown') return unknown(now, 0, false);
  const { refusal, retryAfterS } = outcome;
  // Our own earlier request was first (J-4.42); browsers repeat a POST by themselves, so the first send can be told too.
  if (refusal.code === 'idempotency_key_reuse') return unknown(now, 0, true);
  if (refusal.status === 429) {
    const wait = retryAfterS === null ? WAIT_WITHOUT_HINT_MS : retryAfterS * 1000;
    return { name: 'waiting', until: now + wait, code: refusal.code, isProbe };
  }
  if (isForeign(refusal)) return { name: 'unsettled', why: 'foreign_refusal', refusal };
  // Checks such as credentials stand before the key: their refusal says nothing about what came first.
  if (isProbe) return { name: 'unsettled', why: 'check_refused', refusal };
  return { name: 'refused', refusal };
}

function unknown(now: number, looks: number, hasArrived: boolean): OutboxState & { name: 'unknown' } {
  const delay = LOOK_DELAYS_MS[Math.min(looks, LOOK_DELAYS_MS.length - 1)] ?? 0;
  return { name: 'unknown', until: now + delay, looks, hasArrived };
}

function afterLook(entry: OutboxClockwork, outcome: LookOutcome, now: number): OutboxClockwork {
  const { state } = entry;
  if (outcome.kind === 'found' && (state.name === 'probing' || state.name === 'unsettled')) {
    return { ...entry, state: { name: 'submitted', jobId: outcome.jobId, how: 'found' } };
  }
  if (state.name !== 'probing') return entry;
  const { looks, hasArrived } = state;
  if (outcome.kind === 'unreachable') return { ...entry, state: unknown(now, looks, hasArrived) };
  // Asking with the key would be refused as well, and tell nothing: it goes on once somebody has signed in.
  if (outcome.kind === 'locked_out')
    return { ...entry, state: { ...unknown(now, looks, hasArrived), isLockedOut: true } };
  if (hasArrived) {
    if (outcome.kind === 'absent' && looks < LOOKS_AFTER_ARRIVAL) {
      return { ...entry, state: unknown(now, looks, true) };
    }
    const why = outcome.kind === 'absent' ? 'taken_but_not_listed' : 'taken_and_no_list';
    return { ...entry, state: { name: 'unsettled', why, refusal: null } };
  }
  if (!isKeyFresh(entry, now)) return { ...entry, state: { name: 'unsettled', why: 'key_too_old', refusal: null } };
  return { ...entry, state: { name: 'pending', isProbe: true } };
}

function resume(entry: OutboxClockwork, now: number): OutboxClockwork {
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
    // What is under way cannot be called back; the answer will tell.
    case 'sending':
    case 'unsettled':
    case 'submitted':
    case 'refused':
    case 'canceled':
      return state;
  }
}

/** That the key is taken was told by the surface itself: it stays true, and no further send could tell more. */
function lookAgain(state: OutboxState, now: number): OutboxState {
  if (state.name === 'unknown') return { ...state, until: Math.min(state.until, now) };
  if (state.name !== 'unsettled') return state;
  return unknown(now, 0, state.why === 'taken_but_not_listed' || state.why === 'taken_and_no_list');
}

/**
 * Whether an answer says for certain that no job was made: refusals of the contract do, a 5xx does not (Job API 4,
 * rule 4). 408 and a conflict that the contract does not know are answers of something in between.
 */
export function isDefiniteRejection(status: number, code: string): boolean {
  if (status === 409) return Object.hasOwn(ERROR_CODES, code);
  return status >= 400 && status < 500 && status !== 408;
}

/** About the caller, the path or the size of the request: given before a submission is read, whoever gives them. */
const BEFORE_READING: ReadonlySet<number> = new Set([401, 402, 403, 404, 405, 411, 413, 414, 415, 429, 431]);

/**
 * Each error of a submission has the envelope (J-4.18). Without it, a status such as 400 or 422 may be that of a proxy, for
 * a response that the surface gave after it made the job; such a refusal is none of rule 4.
 */
function isForeign({ status, code }: Refusal): boolean {
  return code === codeWithoutEnvelope(status) && !BEFORE_READING.has(status);
}
