import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ComfyUnreachable, type ComfyClient, type ComfyFile } from './comfy-client';
import { contentTypeOf } from './file-kinds';

/** Between two pieces of a file that is being read. */
const STALLED_MS = 60_000;
/** A file may take as long as its largest permitted size takes at this rate, which is that of a slow DSL line. */
const SLOWEST_BYTES_PER_MS = 512;

export class OutputTooLarge extends Error {
  readonly maxBytes: number;
  constructor(maxBytes: number) {
    super(`The file is larger than ${maxBytes} bytes`);
    this.name = 'OutputTooLarge';
    this.maxBytes = maxBytes;
  }
}

/** It kept coming, but would have taken for ever. */
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
 * Reads a file of ComfyUI into the work folder, piece by piece. Nothing is left behind when it fails.
 * @throws ComfyUnreachable also for a file that breaks off, ComfyRejection with 404 for one that is gone, OutputTooLarge,
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

/** The body, with faults of the connection told apart from those of our disk. */
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
