import { constants } from 'node:fs';
import { open, readdir, type FileHandle } from 'node:fs/promises';
import { Blake3Hasher } from '@napi-rs/blake-hash';
import { BlobTooLarge } from '../blobs';
import { NO_FOLLOW } from './own-files';

const READ_CHUNK_BYTES = 256 * 1024;

const READ = constants.O_RDONLY | NO_FOLLOW;

/** @throws `ELOOP` if the path is a symbolic link. */
export async function openDataFile(path: string): Promise<FileHandle> {
  return await open(path, READ);
}

export async function writeAndHash(
  path: string,
  source: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<{ hash: string; size: number }> {
  const hasher = new Blake3Hasher();
  const handle = await open(path, 'wx', 0o600);
  const writer = new WriteBehind(handle);
  try {
    let size = 0;
    for await (const chunk of source) {
      size += chunk.byteLength;
      if (size > maxBytes) throw new BlobTooLarge(maxBytes);
      hasher.update(asBuffer(chunk));
      await writer.add(chunk);
    }
    await writer.end();
    await handle.sync();
    return { hash: hasher.digest('hex'), size };
  } finally {
    // Closing waits for a pending write.
    await handle.close();
  }
}

export async function hashAndSync(path: string): Promise<{ hash: string; size: number }> {
  const handle = await open(path, constants.O_RDWR | NO_FOLLOW);
  try {
    const hashed = await hashOf(handle);
    await handle.sync();
    return hashed;
  } finally {
    await handle.close();
  }
}

/** @param pace awaited between chunks of 256 KiB, to throttle reading. */
export async function hashFile(path: string, pace?: () => Promise<void>): Promise<string> {
  const handle = await openDataFile(path);
  try {
    return (await hashOf(handle, pace)).hash;
  } finally {
    await handle.close();
  }
}

async function hashOf(handle: FileHandle, pace?: () => Promise<void>): Promise<{ hash: string; size: number }> {
  const hasher = new Blake3Hasher();
  const buffer = Buffer.allocUnsafe(READ_CHUNK_BYTES);
  let size = 0;
  for (;;) {
    const { bytesRead } = await handle.read(buffer, 0, buffer.byteLength, null);
    if (bytesRead === 0) return { hash: hasher.digest('hex'), size };
    hasher.update(buffer.subarray(0, bytesRead));
    size += bytesRead;
    await pace?.();
  }
}

export interface StreamedPart {
  start: number;
  end: number;
  /** Called with the hash of all bytes before the last chunk is sent; `false` aborts the stream. */
  isRight?: (hash: string) => boolean;
}

/** Reads at the speed of the client. Closes the file at the end, on an error, and when the client disconnects. */
export function streamOf(handle: FileHandle, { start, end, isRight }: StreamedPart): ReadableStream<Uint8Array> {
  const hasher = isRight && new Blake3Hasher();
  let position = start;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const want = Math.min(READ_CHUNK_BYTES, end - position);
          const buffer = Buffer.alloc(Math.max(want, 0));
          const bytesRead = want > 0 ? (await handle.read(buffer, 0, want, position)).bytesRead : 0;
          if (bytesRead === 0) {
            // The client expects more bytes: the connection must break, or it would wait for the rest.
            if (want > 0) throw new Error('The file ends before its last byte');
            await handle.close();
            controller.close();
            return;
          }
          position += bytesRead;
          const chunk = buffer.subarray(0, bytesRead);
          hasher?.update(chunk);
          if (hasher && position === end && !isRight(hasher.digest('hex'))) {
            throw new Error('The bytes of the file are not those of its name');
          }
          controller.enqueue(chunk);
        } catch (error) {
          await handle.close();
          throw error;
        }
      },
      async cancel() {
        await handle.close();
      },
    },
    { highWaterMark: 0 },
  );
}

/** Syncs a folder: a new file name is on disk only after that. */
export async function syncFolder(path: string): Promise<void> {
  // Windows cannot open folders, and stores names durably by itself.
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

function asBuffer(chunk: Uint8Array): Buffer {
  return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}

/** Returns true if the file does not exist; a symbolic link in its place counts as missing. */
export function isMissing(error: unknown): boolean {
  return hasCode(error, 'ENOENT') || hasCode(error, 'ELOOP');
}

export function isDiskFull(error: unknown): boolean {
  return hasCode(error, 'ENOSPC') || hasCode(error, 'EDQUOT');
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

const WRITE_BUFFER_BYTES = 512 * 1024;

/**
 * Writes to a file while the next bytes arrive: one buffer is written to disk while the other is filled. The source waits if both
 * are full, so memory stays constant.
 */
class WriteBehind {
  readonly #handle: FileHandle;
  #filling: Buffer = Buffer.alloc(0);
  #spare: Buffer | null = null;
  #filled = 0;
  #writing: Promise<void> = Promise.resolve();

  constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  /** Copies the chunk. @throws the error of an earlier write */
  async add(chunk: Uint8Array): Promise<void> {
    for (let offset = 0; offset < chunk.byteLength;) {
      if (this.#filling.byteLength === 0) this.#filling = Buffer.allocUnsafeSlow(WRITE_BUFFER_BYTES);
      const part = chunk.subarray(offset, offset + WRITE_BUFFER_BYTES - this.#filled);
      this.#filling.set(part, this.#filled);
      this.#filled += part.byteLength;
      offset += part.byteLength;
      if (this.#filled === WRITE_BUFFER_BYTES) await this.#flush();
    }
  }

  /** Resolves when the system has accepted all bytes. */
  async end(): Promise<void> {
    await this.#flush();
    await this.#writing;
  }

  async #flush(): Promise<void> {
    await this.#writing;
    const full = this.#filling;
    const size = this.#filled;
    this.#filling = this.#spare ?? Buffer.alloc(0);
    this.#spare = full;
    this.#filled = 0;
    this.#writing = writeAll(this.#handle, full.subarray(0, size));
    // The next call reports the error; until then it must not count as unhandled.
    this.#writing.catch(() => {});
  }
}

/** Writes all bytes. A full disk may accept a part first and fail the rest. */
async function writeAll(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let offset = 0; offset < bytes.byteLength;) {
    offset += (await handle.write(bytes, offset, bytes.byteLength - offset)).bytesWritten;
  }
}
