/**
 * What our own gateway knows of a call that failed, as `X-Flowdeck-Call-Outcome` says it (decision 021). It decides whether
 * the call may be repeated without asking: one click must not pay a provider twice. Hosted routers do not send it; their own
 * idempotency key protects a repetition.
 */
export const CALL_OUTCOMES = [
  /** The provider did not run it and did not charge for it: no connection, a 429, or a response that says so. */
  'not_run',
  /** The provider definitely rejected it, so nothing was charged, and the same call is rejected again. */
  'refused',
  /** It may have run, and running it again is allowed: its provider is declared `repeatable`. */
  'repeatable',
  /** It may have run and been charged. The provider gets the same idempotency key again, so that it is charged once. */
  'protected',
  /** It may have run and been charged, and a repetition may be charged once more. */
  'unknown',
] as const;
export type CallOutcome = (typeof CALL_OUTCOMES)[number];

/** `null` if the response has none, or one that is not known here. */
export function readCallOutcome(text: string | null): CallOutcome | null {
  return CALL_OUTCOMES.find((outcome) => outcome === text) ?? null;
}
