import type { Store } from '../storage/store';

/** Job API 8. */
export const IDEMPOTENCY_KEY_LIFETIME_MS = 24 * 3600 * 1000;

/** Keys are separate for each owner and operation. */
export function keyScope(operation: string, owner: string): string {
  return `${operation}:${owner}`;
}

class NotClaimed extends Error {}

/** Returns true if a key is claimed, without claiming it: the transaction is rolled back. */
export function isKeyClaimed(store: Store, scope: string, key: string, now: number): boolean {
  try {
    return store.transaction(() => {
      if (store.keys.claim(scope, key, now, IDEMPOTENCY_KEY_LIFETIME_MS)) throw new NotClaimed();
      return true;
    });
  } catch (error) {
    if (error instanceof NotClaimed) return false;
    throw error;
  }
}
