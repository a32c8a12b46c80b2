/** State of a submission. Separate from the machine, since the first screen counts open entries. */

export interface Rejection {
  status: number;
  code: string;
  message: string;
  details: Record<string, unknown> | null;
  requestId: string | null;
}

export type OutboxState =
  /** Stored, to be sent at once. `isProbe`: an earlier send with this key has an unknown outcome. */
  | { name: 'pending'; isProbe: boolean }
  /** In flight. */
  | { name: 'sending'; isProbe: boolean }
  /** After a `429`, or without space to store the send: the same key is sent at `until`. */
  | { name: 'waiting'; until: number; code: string; isProbe: boolean }
  /**
   * Unconfirmed; checked at `until`. `hasArrived`: the surface reported the key as taken. `isLockedOut`: checks need a sign-in
   * first.
   */
  | { name: 'unknown'; until: number; looks: number; hasArrived: boolean; isLockedOut?: boolean }
  /** The job list is being searched. */
  | { name: 'probing'; looks: number; hasArrived: boolean }
  /** No automatic check would add information. */
  | { name: 'unsettled'; why: UnsettledReason; refusal: Rejection | null }
  /** `found` in the list; `asked`: the job was created by sending the same key again; `chosen` by the user. */
  | { name: 'submitted'; jobId: string; how: 'answered' | 'found' | 'asked' | 'chosen' }
  | { name: 'refused'; refusal: Rejection }
  | { name: 'canceled' };

export type UnsettledReason =
  /** The surface has the key, but does not list the job. */
  | 'taken_but_not_listed'
  /** The surface has the key, but does not list jobs. */
  | 'taken_and_no_list'
  /** The key is too old to send again, and the job is not listed. */
  | 'key_too_old'
  /** The check was rejected for another reason, which says nothing about the first send. */
  | 'check_refused'
  /** The rejection has no API error: an intermediary may have sent it after the request went through. */
  | 'foreign_refusal'
  /** The user stopped the search. */
  | 'stopped';

/** Returns true if the entry is finished. */
export function isSettled(state: OutboxState): boolean {
  return state.name === 'submitted' || state.name === 'refused' || state.name === 'canceled';
}
