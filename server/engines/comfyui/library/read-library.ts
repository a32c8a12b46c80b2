import type { LibraryItem } from '../../engine-library';
import { ComfyRejection, type ComfyClient } from '../client/comfy-client';
import { libraryRequest } from './library-paths';

const ANSWER_MS = 30_000;

/** @throws ComfyUnreachable, ComfyRejection, ComfyTooLarge, or the reason of `signal` */
export async function readLibrary(
  client: Pick<ComfyClient, 'getFile'>,
  item: LibraryItem,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const request = libraryRequest(item);
  if (!request) return null;
  try {
    const options = { signal, timeoutMs: ANSWER_MS, maxBytes: request.maxBytes };
    return await client.getFile(request.path, options);
  } catch (error) {
    if (error instanceof ComfyRejection && error.status === 404) return null;
    throw error;
  }
}
