import type { Store } from '../storage/store';

/** Job API 8. */
export const IDEMPOTENCY_KEY_LIFETIME_MS = 24 * 3600 * 1000;

/** Keys of one owner and one operation are apart from all others. */
export function keyScope(operation: string, owner: string): string {
  return `${operation}:${owner}`;
}

class NotClaimed extends Error {}

/** Whether a key is taken, without taking it: the claim is rolled back. */
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
