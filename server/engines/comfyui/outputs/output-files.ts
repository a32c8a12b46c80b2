import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ComfyUnreachable, type ComfyClient, type ComfyFile } from '../client/comfy-client';
import { contentTypeOf } from './file-kinds';

/** Idle timeout between two chunks of a file. */
const STALLED_MS = 60_000;
/** Minimum rate, that of slow DSL; it gives the time limit for the maximum file size. */
const SLOWEST_BYTES_PER_MS = 512;

export class OutputTooLarge extends Error {
  readonly maxBytes: number;
  constructor(maxBytes: number) {
    super(`The file is larger than ${maxBytes} bytes`);
    this.name = 'OutputTooLarge';
    this.maxBytes = maxBytes;
  }
}

/** The transfer was too slow. */
export class OutputTooSlow extends Error {
  constructor(limitMs: number) {
    super(`ComfyUI had not sent all of it after ${Math.round(limitMs / 60_000)} minutes`);
    this.name = 'OutputTooSlow';
  }
}

export interface FetchedFile {
  path: string;
  contentType: string;
}

/**
 * Streams a file of ComfyUI to the work folder. Leaves nothing behind if it fails.
 * @throws ComfyUnreachable also for a truncated file, ComfyRejection with 404 for a missing one, OutputTooLarge,
 * OutputTooSlow.
 */
export async function fetchOutputFile(
  client: ComfyClient,
  file: ComfyFile,
  { workDir, maxBytes, signal }: { workDir: string; maxBytes: number; signal: AbortSignal },
): Promise<FetchedFile> {
  const stalled = new AbortController();
  const either = AbortSignal.any([signal, stalled.signal]);
  const response = await client.view(file, either);
  const path = join(workDir, `comfyui-${randomUUID()}`);
  const limitMs = STALLED_MS + maxBytes / SLOWEST_BYTES_PER_MS;
  let isTooSlow = false;
  const deadline = setTimeout(() => {
    isTooSlow = true;
    stalled.abort();
  }, limitMs);
  try {
    await writeBody(response, path, maxBytes, stalled);
  } catch (error) {
    await rm(path, { force: true });
    signal.throwIfAborted();
    throw isTooSlow ? new OutputTooSlow(limitMs) : error;
  } finally {
    clearTimeout(deadline);
  }
  return { path, contentType: contentTypeOf(file.filename, response.headers.get('content-type')) };
}

async function writeBody(response: Response, path: string, maxBytes: number, stalled: AbortController): Promise<void> {
  const declared = Number(response.headers.get('content-length') ?? Number.NaN);
  if (declared > maxBytes) {
    stalled.abort();
    throw new OutputTooLarge(maxBytes);
  }
  const handle = await open(path, 'wx', 0o600);
  const timer = setTimeout(() => stalled.abort(), STALLED_MS);
  try {
    let size = 0;
    for await (const chunk of pieces(response)) {
      timer.refresh();
      size += chunk.byteLength;
      if (size > maxBytes) throw new OutputTooLarge(maxBytes);
      await handle.writeFile(chunk);
    }
    const isWhole = Number.isNaN(declared) || response.headers.has('content-encoding') || size === declared;
    if (!isWhole) throw new ComfyUnreachable(new Error('The file was cut off'), true);
  } finally {
    clearTimeout(timer);
    await handle.close();
  }
}

/** Wraps the body, so that connection errors can be distinguished from errors of our disk. */
async function* pieces(response: Response): AsyncIterable<Uint8Array> {
  if (!response.body) return;
  const reader = response.body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw new ComfyUnreachable(error, true);
      });
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
