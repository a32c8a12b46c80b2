/** Idempotency keys expire 24 hours after their first use (J-4.45; docs/api-notes.md, Idempotency keys of the router). */
export const KEY_LIFETIME_MS = 24 * 3600 * 1000;
/** Margin for clock differences and network latency. */
export const KEY_MARGIN_MS = 10 * 60 * 1000;

/** Returns true if a send with the same key is still a retry, not a second act. */
export function isKeyFresh({ firstSentAt }: { firstSentAt: number | null }, now: number): boolean {
  if (firstSentAt === null) return true;
  const age = now - firstSentAt;
  // The age is negative if the clock was set back; it is then unknown.
  return age >= -KEY_MARGIN_MS && age < KEY_LIFETIME_MS - KEY_MARGIN_MS;
}
