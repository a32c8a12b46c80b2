import type { EngineLibrary, LibraryItem } from '../../engines/engine-library';
import { sniffFile } from '../../assets/content/sniff-file';
import type { LibraryDeps } from './read-items';

/** Formats without scripts; an SVG image could contain them. */
const IMAGES = new Set(['image/webp', 'image/png', 'image/jpeg', 'image/gif', 'image/avif']);

const HEAD_BYTES = 16;

/** Responds with an image of ComfyUI, kept by the browser for an hour; 204 if it has none. */
export async function imageResponse(
  library: EngineLibrary | undefined,
  item: LibraryItem,
  { signal }: Request,
  { log }: LibraryDeps,
): Promise<Response> {
  try {
    const bytes = await library?.read(item, signal);
    const contentType = bytes ? sniffFile(bytes.subarray(0, HEAD_BYTES)).contentType : null;
    if (bytes && contentType !== null && IMAGES.has(contentType)) {
      const headers = { 'content-type': contentType, 'cache-control': 'private, max-age=3600' };
      return new Response(bytes, { headers });
    }
  } catch (error) {
    signal.throwIfAborted();
    // One broken image must not look like a broken gateway.
    log.warn({ engine: library?.engine, item: item.kind, err: error }, 'ComfyUI did not send an image');
    return noImage('no-store');
  }
  return noImage('private, max-age=60');
}

function noImage(cacheControl: string): Response {
  return new Response(null, { status: 204, headers: { 'cache-control': cacheControl } });
}
