/** Job API 8. */
export const IDEMPOTENCY_KEY_LIFETIME_MS = 24 * 3600 * 1000;

/** Keys are separate for each owner and operation. */
export function keyScope(operation: string, owner: string): string {
  return `${operation}:${owner}`;
}
