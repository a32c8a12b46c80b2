import { randomUUID } from 'node:crypto';
import { lstat, mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { Blake3Hasher } from '@napi-rs/blake-hash';
import { abortable } from './abortable';
import { BlobDiskFull, BlobHashMismatch, BlobTooLarge, type Blobs, type PutOptions, type StoredBlob } from './blobs';
import { HashTurns } from './hash-turns';
import { WriteBehind } from './write-behind';

const READ_CHUNK_BYTES = 256 * 1024;
const HASH = /^[0-9a-f]{64}$/;

/**
 * Bytes as files: `ab/<hash>`, written to `tmp/` first, synced and renamed, so that a name is there only with all its
 * bytes. A file `<hash>.<anything>` beside a blob is derived from it (a thumbnail) and goes when the blob goes.
 */
export class FileBlobs implements Blobs {
  /** Where a process of ours leaves finished files for `adopt`; on the disk of the store, so that moving is renaming. */
  readonly workDir: string;
  readonly #dir: string;
  readonly #tempDir: string;
  readonly #turns = new HashTurns();

  private constructor(dir: string) {
    this.#dir = resolve(dir);
    this.#tempDir = join(this.#dir, 'tmp');
    this.workDir = join(this.#dir, 'work');
  }

  /** The caller holds the lock of the data folder: whatever lies in the temporary folders belongs to nobody. */
  static async open(dir: string): Promise<FileBlobs> {
    const blobs = new FileBlobs(dir);
    for (const folder of [blobs.#tempDir, blobs.workDir]) {
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true });
    }
    return blobs;
  }

  async put(source: AsyncIterable<Uint8Array>, options: PutOptions = {}): Promise<StoredBlob> {
    const { maxBytes = Infinity, expectedHash, signal } = options;
    const temp = join(this.#tempDir, randomUUID());
    try {
      const { hash, size } = await writeAndHash(temp, abortable(source, signal), maxBytes);
      if (expectedHash !== undefined && expectedHash.toLowerCase() !== hash) throw new BlobHashMismatch(hash);
      signal?.throwIfAborted();
      return await this.#name(temp, hash, size);
    } catch (error) {
      await rm(temp, { force: true });
      throw isDiskFull(error) ? new BlobDiskFull(error) : error;
    }
  }

  async adopt(path: string): Promise<StoredBlob> {
    // The path comes from a child process that runs an image library on hostile files.
    if (!resolve(path).startsWith(this.workDir + sep)) throw new Error('The file lies outside of the work folder');
    try {
      if (!(await lstat(path)).isFile()) throw new Error('Only plain files are taken over');
      const { hash, size } = await hashAndSync(path);
      return await this.#name(path, hash, size);
    } catch (error) {
      await rm(path, { force: true });
      throw isDiskFull(error) ? new BlobDiskFull(error) : error;
    }
  }

  async has(hash: string): Promise<boolean> {
    return (await this.#size(hash)) !== null;
  }

  async read(hash: string, range?: { start: number; end: number }): Promise<ReadableStream<Uint8Array> | null> {
    let handle: FileHandle;
    try {
      handle = await open(this.#file(hash), 'r');
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
    return streamOf(handle, range?.start ?? 0, range?.end ?? Infinity);
  }

  path(hash: string): string {
    return this.#file(hash);
  }

  async remove(hash: string, isWanted: () => boolean = () => false): Promise<void> {
    await this.#turns.run(hash, async () => {
      if (isWanted()) return;
      await rm(this.#file(hash), { force: true });
      for (const name of await namesIn(this.#folder(hash))) {
        if (name.startsWith(`${hash}.`)) await rm(join(this.#folder(hash), name), { force: true });
      }
    });
  }

  async *list(): AsyncIterable<string> {
    for (const folder of await namesIn(this.#dir)) {
      if (!/^[0-9a-f]{2}$/.test(folder)) continue;
      for (const name of await namesIn(join(this.#dir, folder))) if (HASH.test(name)) yield name;
    }
  }

  /** Gives a finished, synced file its name, or drops it when the name is there already. */
  #name(temp: string, hash: string, size: number): Promise<StoredBlob> {
    return this.#turns.run(
      hash,
      async () => {
        // A size that differs is a file that something else has cut: replace it.
        if ((await this.#size(hash)) === size) {
          await rm(temp, { force: true });
          return { hash, size, isNew: false };
        }
        const created = await mkdir(this.#folder(hash), { recursive: true });
        if (created !== undefined) await syncFolder(this.#dir);
        await rename(temp, this.#file(hash));
        await syncFolder(this.#folder(hash));
        return { hash, size, isNew: true };
      },
      { lingering: true },
    );
  }

  async #size(hash: string): Promise<number | null> {
    try {
      return (await stat(this.#file(hash))).size;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  #folder(hash: string): string {
    // Everything else here builds paths from the result: nothing but a hash may pass.
    if (!HASH.test(hash)) throw new TypeError('Not a blake3 hash');
    return join(this.#dir, hash.slice(0, 2));
  }

  #file(hash: string): string {
    return join(this.#folder(hash), hash);
  }
}

async function writeAndHash(
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
    // Closing waits for a write that is on its way.
    await handle.close();
  }
}

async function hashAndSync(path: string): Promise<{ hash: string; size: number }> {
  const hasher = new Blake3Hasher();
  const handle = await open(path, 'r+');
  try {
    const buffer = Buffer.allocUnsafe(READ_CHUNK_BYTES);
    let size = 0;
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, buffer.byteLength, null);
      if (bytesRead === 0) break;
      hasher.update(buffer.subarray(0, bytesRead));
      size += bytesRead;
    }
    await handle.sync();
    return { hash: hasher.digest('hex'), size };
  } finally {
    await handle.close();
  }
}

/** Reads as fast as it is asked; the file is closed at the end, on an error, and when the reader goes away. */
function streamOf(handle: FileHandle, start: number, end: number): ReadableStream<Uint8Array> {
  let position = start;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const want = Math.min(READ_CHUNK_BYTES, end - position);
          const buffer = new Uint8Array(Math.max(want, 0));
          const bytesRead = want > 0 ? (await handle.read(buffer, 0, want, position)).bytesRead : 0;
          if (bytesRead === 0) {
            await handle.close();
            controller.close();
            return;
          }
          position += bytesRead;
          controller.enqueue(buffer.subarray(0, bytesRead));
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

/** A new name is on disk only when its folder is. */
async function syncFolder(path: string): Promise<void> {
  // Windows opens no folders, and keeps names without being asked.
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function namesIn(folder: string): Promise<string[]> {
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

function isMissing(error: unknown): boolean {
  return hasCode(error, 'ENOENT');
}

function isDiskFull(error: unknown): boolean {
  return hasCode(error, 'ENOSPC') || hasCode(error, 'EDQUOT');
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
