import { queryOptions } from '@tanstack/react-query';
import { createConnections } from '@/api/connections';
import { fetchImage } from '@/api/fetch-from-surface';
import { operationKey, type Surface } from '@/api/surface';
import { createLocalLocks } from '@/lib/web-locks';

/** Long enough to scroll out of view and back. */
const CACHED_MS = 120_000;

/** Leaves connections for everything else: a list shows a dozen images at once. */
const inTurn = createConnections(createLocalLocks());

/** An image of the connected ComfyUI; `null` if there is none. @param path of an operation of the gateway */
export function libraryImageQuery(surface: Surface, path: string) {
  return queryOptions({
    queryKey: operationKey(surface, 'console.libraryImage', path),
    queryFn: ({ signal }): Promise<Blob | null> => inTurn('download', signal, () => fetchImage(surface, path, signal)),
    staleTime: Infinity,
    gcTime: CACHED_MS,
    retry: false,
  });
}
