import { useCallback, useSyncExternalStore } from 'react';
import { createObjectUrl } from '../files/object-url';

/** Blobs in use, with their object URL and number of users. */
const shown = new Map<Blob, { url: string; users: number }>();

/** Returns an object URL that is valid while any component uses the blob; `null` before the first paint. */
export function useBlobUrl(blob: Blob | null): string | null {
  const subscribe = useCallback(() => (blob ? hold(blob) : () => {}), [blob]);
  return useSyncExternalStore(
    subscribe,
    () => (blob ? (shown.get(blob)?.url ?? null) : null),
    () => null,
  );
}

/** @returns a function that releases the URL */
function hold(blob: Blob): () => void {
  const entry = shown.get(blob) ?? { url: createObjectUrl(blob), users: 0 };
  entry.users += 1;
  shown.set(blob, entry);
  return () => {
    entry.users -= 1;
    if (entry.users > 0) return;
    URL.revokeObjectURL(entry.url);
    shown.delete(blob);
  };
}
