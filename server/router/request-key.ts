/**
 * Key under which the call of a queued request is recorded (`KeyedRun`). No header value can hold its line break, so it is
 * never the key of a caller.
 */
const PREFIX = '\nqueued request ';

export function requestKey(requestId: string): string {
  return PREFIX + requestId;
}

/** `null` if the key is one of a caller, or absent. */
export function requestOfKey(key: string | null): string | null {
  return key?.startsWith(PREFIX) ? key.slice(PREFIX.length) : null;
}
