/**
 * Prefix of the key under which the call of a queued request is recorded (`KeyedRun`). Header values cannot contain its line
 * break, so it never equals a caller's key.
 */
const PREFIX = '\nqueued request ';

export function requestKey(requestId: string): string {
  return PREFIX + requestId;
}

/** Returns the request id of such a key; `null` if the key is a caller's, or absent. */
export function requestOfKey(key: string | null): string | null {
  return key?.startsWith(PREFIX) ? key.slice(PREFIX.length) : null;
}
