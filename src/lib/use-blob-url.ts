import { useCallback, useSyncExternalStore } from 'react';
import { createObjectUrl } from './object-url';

/** Bytes that are shown somewhere, by how many, and the address that holds them in memory. */
const shown = new Map<Blob, { url: string; users: number }>();

/** An address for bytes in memory that lives as long as somebody shows them; null before the first paint. */
export function useBlobUrl(blob: Blob | null): string | null {
  const subscribe = useCallback(() => (blob ? hold(blob) : () => {}), [blob]);
  return useSyncExternalStore(
    subscribe,
    () => (blob ? (shown.get(blob)?.url ?? null) : null),
    () => null,
  );
}

/** @returns gives the address back */
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
