import type { EngineLibrary, LibraryItem } from '../../engines/engine-library';
import type { LibraryDeps } from './read-items';

/** Formats without scripts; an SVG image could contain them. */
const IMAGES = new Set(['image/webp', 'image/png', 'image/jpeg', 'image/gif', 'image/avif']);

/** Responds with an image of ComfyUI, kept by the browser for an hour; 204 if it has none. */
export async function imageResponse(
  library: EngineLibrary | undefined,
  item: LibraryItem,
  { signal }: Request,
  { log }: LibraryDeps,
): Promise<Response> {
  try {
    const content = await library?.read(item, signal);
    if (content && IMAGES.has(content.contentType)) {
      const headers = { 'content-type': content.contentType, 'cache-control': 'private, max-age=3600' };
      return new Response(content.bytes, { headers });
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
