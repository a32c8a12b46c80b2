/** Where an act of submitting stands. Apart from the machine that moves it: the first screen counts what is open. */

export interface Refusal {
  status: number;
  code: string;
  message: string;
  details: Record<string, unknown> | null;
  requestId: string | null;
}

export type OutboxState =
  /** Written down, to be sent at once. `isProbe`: an earlier send with this key has an unknown outcome. */
  | { name: 'pending'; isProbe: boolean }
  /** On its way. */
  | { name: 'sending'; isProbe: boolean }
  /** A `429`, or no room to write: the same key goes (again) at `until`. */
  | { name: 'waiting'; until: number; code: string; isProbe: boolean }
  /**
   * Unconfirmed; looked for at `until`. `hasArrived`: the surface said that the key is taken. `isLockedOut`: it tells
   * nothing before somebody signs in.
   */
  | { name: 'unknown'; until: number; looks: number; hasArrived: boolean; isLockedOut?: boolean }
  /** Being looked for in the list of jobs. */
  | { name: 'probing'; looks: number; hasArrived: boolean }
  /** Nothing that Flowdeck may do by itself would tell more. */
  | { name: 'unsettled'; why: UnsettledReason; refusal: Refusal | null }
  /** `found` in the list; `asked`: it had not arrived, and the check with the same key made the job; `chosen` by the user. */
  | { name: 'submitted'; jobId: string; how: 'answered' | 'found' | 'asked' | 'chosen' }
  | { name: 'refused'; refusal: Refusal }
  | { name: 'canceled' };

export type UnsettledReason =
  /** The surface has the key, and its list has no such job. */
  | 'taken_but_not_listed'
  /** The surface has the key, and it lists no jobs. */
  | 'taken_and_no_list'
  /** The key is too old to ask with, and the list has no such job. */
  | 'key_too_old'
  /** The check was refused for another reason, which says nothing about the first send. */
  | 'check_refused'
  /** A refusal without the error of the API: something in between may have given it, after the request went through. */
  | 'foreign_refusal'
  /** The user stopped the search. */
  | 'stopped';

/** Ended: nothing moves by itself any more. */
export function isSettled(state: OutboxState): boolean {
  return state.name === 'submitted' || state.name === 'refused' || state.name === 'canceled';
}
