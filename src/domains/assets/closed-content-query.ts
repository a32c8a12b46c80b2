import { queryOptions } from '@tanstack/react-query';
import { createConnections } from '@/api/connections';
import { t } from '@/lib/i18n/messages';
import { createLocalLocks } from '@/lib/web-locks';
import { operationKey, type Surface } from '@/api/surface';
import { lacksCapability } from '@/api/surfaces/capability-record';
import { fetchContent } from '@/api/fetch-content';

/** Size limit: the whole file is in memory, or in the origin private file system, while it is shown. */
export const MAX_CLOSED_BYTES = 256 * 1024 * 1024;
/** Long enough to scroll out of view and back. */
const CACHED_MS = 30_000;

/** Separate budget: a direct server has separate connections, which its polls need too. */
const inTurn = createConnections(createLocalLocks());

/** Fetches a file that requires the credential; `too-large` above the size limit. */
export function closedContentQuery(surface: Surface, url: string, contentType: string) {
  return queryOptions({
    queryKey: operationKey(surface, 'getAssetContent', 'bytes', url),
    queryFn: ({ signal }) => inTurn('download', signal, () => readBlob(surface, url, contentType, signal)),
    staleTime: Infinity,
    gcTime: CACHED_MS,
    retry: false,
  });
}

async function readBlob(
  surface: Surface,
  url: string,
  contentType: string,
  signal: AbortSignal,
): Promise<Blob | 'too-large'> {
  const response = await fetchContent(surface, url, { signal });
  if (!response.ok || !response.body)
    throw new Error(t('The server responded with {status}.', { status: response.status }));
  if (!lacksCapability(surface, 'openContent')) {
    await response.body.cancel();
    throw new Error(t('The URL works without the credential, so it is the file that cannot be shown.'));
  }
  if (Number(response.headers.get('Content-Length')) > MAX_CLOSED_BYTES) {
    await response.body.cancel();
    return 'too-large';
  }
  // Not every server sends a length.
  let bytes = 0;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > MAX_CLOSED_BYTES) throw new TooLarge();
      controller.enqueue(chunk);
    },
  });
  try {
    const blob = await new Response(response.body.pipeThrough(limit)).blob();
    return new Blob([blob], { type: response.headers.get('Content-Type') ?? contentType });
  } catch (error) {
    if (bytes > MAX_CLOSED_BYTES && !signal.aborted) return 'too-large';
    throw error;
  }
}

class TooLarge extends Error {}
