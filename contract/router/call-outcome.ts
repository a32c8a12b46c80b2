/**
 * What our own gateway knows about a failed call, as sent in `X-Flowdeck-Call-Outcome` (decision 021). It decides whether the
 * call may be repeated without confirmation: one click must not be charged twice by a provider. Hosted routers do not send it;
 * their own idempotency key protects a repetition.
 */
export const CALL_OUTCOMES = [
  /** The provider did not run or charge the call: no connection, a 429, or a response that says so. */
  'not_run',
  /** The provider definitely rejected the call, so it was not charged, and the same call would be rejected again. */
  'refused',
  /** The call may have run, but running it again is allowed: its provider is declared `repeatable`. */
  'repeatable',
  /** The call may have run and been charged. The provider gets the same idempotency key again, so that it is charged once. */
  'protected',
  /** The call may have run and been charged, and a repetition may be charged again. */
  'unknown',
] as const;
export type CallOutcome = (typeof CALL_OUTCOMES)[number];

/** Parses the header; `null` if it is absent or unknown. */
export function readCallOutcome(text: string | null): CallOutcome | null {
  return CALL_OUTCOMES.find((outcome) => outcome === text) ?? null;
}
