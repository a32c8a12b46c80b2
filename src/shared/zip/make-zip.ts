import { makeZip } from 'client-zip';
import { fetchContent } from '@/api/assets/fetch-content';
import { call } from '@/api/client';
import { withConnection } from '@/api/connections';
import { isExpired } from '@/api/jobs/use-fresh-url';
import type { Surface } from '@/api/surface';
import type { HeldFile } from '../input-request';
import type { FileAt } from './zip-request';

export interface ZipProgress {
  files: number;
  bytes: number;
}

/** Files of a server that are not in the zip. */
export interface LostFiles {
  surface: Surface;
  count: number;
  error: unknown;
}

export interface ZipResult {
  blob: Blob;
  /** Empty if every file is in it. */
  lost: readonly LostFiles[];
}

interface ZipWork {
  files: readonly FileAt[];
  names: readonly string[];
  signal: AbortSignal;
  onProgress: (progress: ZipProgress) => void;
}

/**
 * The files one after the other, as they come: one connection, and nothing but the chunk under way in memory. They are
 * stored as they are, for pictures and films are packed already. @throws if one of them cannot be read whole: a zip that
 * lacks a file without a word would be worse than none. Of several servers one that does not hand out a file is left out
 * from there on, and `lost` says so.
 */
async function* entries({ files, names, signal, onProgress }: ZipWork, lost: Map<string, LostFiles>) {
  const hasOthers = new Set(files.map(({ surface }) => surface.id)).size > 1;
  let bytes = 0;
  let count = 0;
  for (const [index, { surface, file }] of files.entries()) {
    const known = lost.get(surface.id);
    if (known) {
      known.count += 1;
      continue;
    }
    let body: ReadableStream<Uint8Array<ArrayBuffer>>;
    try {
      body = await open(surface, file, signal);
    } catch (error) {
      if (!hasOthers || signal.aborted) throw error;
      lost.set(surface.id, { surface, count: 1, error });
      continue;
    }
    const counter = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        onProgress({ files: count, bytes });
        controller.enqueue(chunk);
      },
    });
    yield { name: names[index] ?? file.name, input: body.pipeThrough(counter), lastModified: new Date() };
    count += 1;
    onProgress({ files: count, bytes });
  }
  const [first] = lost.values();
  if (count === 0 && first) throw first.error;
}

async function open(surface: Surface, file: HeldFile, signal: AbortSignal) {
  const url = isExpired(file, Date.now()) ? await freshUrl(surface, file, signal) : file.url;
  const response = await fetchContent(surface, url, { signal });
  if (!response.ok || !response.body) throw new Error(`${file.name}: the server responded with ${response.status}.`);
  return response.body;
}

async function freshUrl(surface: Surface, { id }: HeldFile, signal: AbortSignal): Promise<string> {
  return (await call(surface, 'getAsset', { params: { id }, signal })).body.url;
}

/** The whole zip; its bytes lie in the browser's own file store. */
export async function makeZipBlob(work: ZipWork): Promise<ZipResult> {
  const lost = new Map<string, LostFiles>();
  // Of a stream that fails the browser says no more than that it failed.
  let failure: unknown = null;
  async function* noted() {
    try {
      yield* entries(work, lost);
    } catch (error) {
      failure = error;
      throw error;
    }
  }
  const blob = await withConnection('download', work.signal, () => new Response(makeZip(noted())).blob()).catch(
    (error: unknown) => {
      throw failure ?? error;
    },
  );
  return { blob: new Blob([blob], { type: 'application/zip' }), lost: [...lost.values()] };
}
