import { makeZip } from 'client-zip';
import { fetchContent } from '@/api/assets/fetch-content';
import { call } from '@/api/client';
import { withConnection } from '@/api/connections';
import { isExpired } from '@/api/jobs/use-fresh-url';
import type { Surface } from '@/api/surface';
import type { HeldFile } from '../input-request';

export interface ZipProgress {
  files: number;
  bytes: number;
}

/**
 * The files one after the other, as they come: one connection, and nothing but the chunk under way in memory. They are
 * stored as they are, for pictures and films are packed already. @throws where one of them cannot be read whole: a zip
 * that lacks a file without a word would be worse than none.
 */
async function* entries(
  surface: Surface,
  files: readonly HeldFile[],
  names: readonly string[],
  signal: AbortSignal,
  onProgress: (progress: ZipProgress) => void,
) {
  let bytes = 0;
  for (const [index, file] of files.entries()) {
    const url = isExpired(file, Date.now()) ? await freshUrl(surface, file, signal) : file.url;
    const response = await fetchContent(surface, url, { signal });
    if (!response.ok || !response.body) throw new Error(`${file.name}: the server responded with ${response.status}.`);
    const counter = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        onProgress({ files: index, bytes });
        controller.enqueue(chunk);
      },
    });
    yield { name: names[index] ?? file.name, input: response.body.pipeThrough(counter), lastModified: new Date() };
    onProgress({ files: index + 1, bytes });
  }
}

async function freshUrl(surface: Surface, { id }: HeldFile, signal: AbortSignal): Promise<string> {
  return (await call(surface, 'getAsset', { params: { id }, signal })).body.url;
}

/** The whole zip; its bytes lie in the browser's own file store. */
export async function makeZipBlob(
  surface: Surface,
  files: readonly HeldFile[],
  names: readonly string[],
  signal: AbortSignal,
  onProgress: (progress: ZipProgress) => void,
): Promise<Blob> {
  // Of a stream that fails the browser says no more than that it failed.
  let failure: unknown = null;
  async function* noted() {
    try {
      yield* entries(surface, files, names, signal, onProgress);
    } catch (error) {
      failure = error;
      throw error;
    }
  }
  const blob = await withConnection('download', signal, () => new Response(makeZip(noted())).blob()).catch(
    (error: unknown) => {
      throw failure ?? error;
    },
  );
  return new Blob([blob], { type: 'application/zip' });
}
