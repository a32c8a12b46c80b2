import { randomUUID } from 'node:crypto';
import { lstat, mkdir, rename, rm, type FileHandle } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { abortable } from '../abortable';
import {
  hashAndSync,
  hashFile,
  isDiskFull,
  isMissing,
  namesIn,
  openDataFile,
  streamOf,
  syncFolder,
  writeAndHash,
} from './blob-files';
import {
  BlobDamaged,
  BlobDiskFull,
  BlobHashMismatch,
  type BlobState,
  type Blobs,
  type DiscardedBlob,
  type PutOptions,
  type ReadOptions,
  type StoredBlob,
} from '../blobs';
import { BlobTrash } from './blob-trash';
import { KeyedMutex } from '../keyed-mutex';

/** Files up to this size are hashed before they are sent, in about 10 ms; larger ones are hashed while they are sent. */
const CHECKED_AT_ONCE_BYTES = 8 * 1024 ** 2;
const MAX_KNOWN_HASHES = 50_000;
const HASH = /^[0-9a-f]{64}$/;

/**
 * Blobs as files: `ab/<hash>`, written to `tmp/` first, then synced and renamed, so that a named file is always complete. A file
 * `<hash>.<anything>` beside a blob is derived from it (a thumbnail) and is removed with it. Discarded blobs are
 * `trash/<hash>.<timestamp>`, damaged ones `damaged/<hash>`.
 */
export class FileBlobs implements Blobs {
  /** Folder in which our child processes leave finished files for `adopt`; on the disk of the store, so that a move is a rename. */
  readonly workDir: string;
  readonly #dir: string;
  readonly #tempDir: string;
  readonly #trash: BlobTrash;
  readonly #turns = new KeyedMutex();
  /** Versions of files whose bytes this process has hashed. */
  readonly #checked = new Map<string, string>();
  /** Hashes of the files that this process quarantined. */
  readonly #damaged = new Set<string>();
  readonly #onDamaged: (hash: string) => void;

  private constructor(dir: string, onDamaged: (hash: string) => void) {
    this.#dir = resolve(dir);
    this.#tempDir = join(this.#dir, 'tmp');
    this.#trash = new BlobTrash(join(this.#dir, 'trash'));
    this.workDir = join(this.#dir, 'work');
    this.#onDamaged = onDamaged;
  }

  /**
   * Opens the store. The caller holds the lock of the data folder, so files in the temporary folders are leftovers.
   * @param onDamaged called for each file whose bytes do not match its name, after it was quarantined or replaced.
   */
  static async open(dir: string, onDamaged: (hash: string) => void = () => {}): Promise<FileBlobs> {
    const blobs = new FileBlobs(dir, onDamaged);
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
    // The path comes from a child process that runs an image library on untrusted files.
    if (!resolve(path).startsWith(this.workDir + sep)) throw new Error('The file is outside of the work folder');
    try {
      if (!(await lstat(path)).isFile()) throw new Error('Only regular files are accepted');
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

  async read(hash: string, { range, size }: ReadOptions = {}): Promise<ReadableStream<Uint8Array> | null> {
    const whole = (await this.#size(hash)) ?? 0;
    const isSmall = whole <= CHECKED_AT_ONCE_BYTES;
    const state = isSmall || (size !== undefined && size !== whole) ? await this.check(hash) : 'intact';
    if (state === 'damaged' || (state === 'missing' && this.#damaged.has(hash))) throw new BlobDamaged(hash);
    let handle: FileHandle;
    try {
      handle = await openDataFile(this.#file(hash));
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
    const start = range?.start ?? 0;
    const end = Math.min(range?.end ?? Infinity, whole);
    if (isSmall || (await this.#isChecked(hash))) return streamOf(handle, { start, end });
    if (range) {
      // The hash covers the whole file, but a part is sent before the hash is known.
      void this.check(hash).catch(() => undefined);
      return streamOf(handle, { start, end });
    }
    const isRight = (actual: string) => {
      if (actual !== hash) void this.verify(hash).catch(() => undefined);
      return actual === hash;
    };
    return streamOf(handle, { start, end, isRight });
  }

  path(hash: string): string {
    return this.#file(hash);
  }

  async remove(hash: string, isWanted: () => boolean = () => false): Promise<void> {
    await this.#turns.run(hash, async () => {
      if (isWanted()) return;
      await rm(this.#file(hash), { force: true });
      await this.#removeDerived(hash);
    });
  }

  async discard(hash: string, timestamp: number, isWanted: () => boolean = () => false): Promise<void> {
    await this.#turns.run(hash, async () => {
      if (isWanted() || !(await this.has(hash))) return;
      await this.#trash.add(this.#file(hash), { hash, discardedAt: timestamp });
      await this.#removeDerived(hash);
    });
  }

  async restore(hash: string): Promise<boolean> {
    return await this.#turns.run(hash, async () => {
      const file = await this.#trash.find(hash);
      if (file === null || (await this.has(hash))) return file !== null;
      await this.#makeFolder(hash);
      await rename(file, this.#file(hash));
      await syncFolder(this.#folder(hash));
      return true;
    });
  }

  discarded(): AsyncIterable<DiscardedBlob> {
    return this.#trash.list();
  }

  async purge(blob: DiscardedBlob): Promise<void> {
    await this.#trash.purge(blob);
  }

  async check(hash: string): Promise<BlobState> {
    return (await this.#isChecked(hash)) ? 'intact' : await this.verify(hash);
  }

  async verify(hash: string, pace?: () => Promise<void>): Promise<BlobState> {
    try {
      const version = await this.#version(hash);
      if (version === null) return 'missing';
      if ((await hashFile(this.#file(hash), pace)) === hash) {
        if (this.#checked.size >= MAX_KNOWN_HASHES) this.#checked.clear();
        this.#checked.set(hash, version);
        return 'intact';
      }
      // A new upload may have replaced the file in the meantime.
      await this.#setAside(hash, async () => (await this.#version(hash)) === version);
      return 'damaged';
    } catch (error) {
      if (isMissing(error)) return 'missing';
      throw error;
    }
  }

  async *list(): AsyncIterable<string> {
    for (const folder of await namesIn(this.#dir)) {
      if (!/^[0-9a-f]{2}$/.test(folder)) continue;
      for (const name of await namesIn(join(this.#dir, folder))) if (HASH.test(name)) yield name;
    }
  }

  /** Renames a finished, synced file to its hash, or deletes it if the blob already exists. */
  #name(temp: string, hash: string, size: number): Promise<StoredBlob> {
    return this.#turns.run(
      hash,
      async () => {
        const found = await this.#size(hash);
        if (found === size && (await hashFile(this.#file(hash))) === hash) {
          await rm(temp, { force: true });
          return { hash, size, isNew: false };
        }
        await this.#makeFolder(hash);
        await rename(temp, this.#file(hash));
        await syncFolder(this.#folder(hash));
        if (found !== null) {
          await this.#removeDerived(hash);
          this.#onDamaged(hash);
        }
        this.#damaged.delete(hash);
        return { hash, size, isNew: true };
      },
      { lingering: true },
    );
  }

  /** Moves a file to `damaged/` if it is still damaged. The next upload of its bytes then uses the free name. */
  async #setAside(hash: string, isStillDamaged: () => Promise<boolean>): Promise<void> {
    await this.#turns.run(hash, async () => {
      if (!(await isStillDamaged())) return;
      const folder = join(this.#dir, 'damaged');
      await mkdir(folder, { recursive: true });
      await rename(this.#file(hash), join(folder, hash));
      await this.#removeDerived(hash);
      this.#damaged.add(hash);
      this.#onDamaged(hash);
    });
  }

  async #removeDerived(hash: string): Promise<void> {
    for (const name of await namesIn(this.#folder(hash))) {
      if (name.startsWith(`${hash}.`)) await rm(join(this.#folder(hash), name), { force: true });
    }
  }

  async #makeFolder(hash: string): Promise<void> {
    const created = await mkdir(this.#folder(hash), { recursive: true });
    if (created !== undefined) await syncFolder(this.#dir);
  }

  async #size(hash: string): Promise<number | null> {
    try {
      const found = await lstat(this.#file(hash));
      return found.isFile() ? found.size : null;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async #isChecked(hash: string): Promise<boolean> {
    const checked = this.#checked.get(hash);
    return checked !== undefined && checked === (await this.#version(hash));
  }

  /** Returns a version that differs after any change of the file that the file system reports; `null` if there is no file. */
  async #version(hash: string): Promise<string | null> {
    try {
      const found = await lstat(this.#file(hash));
      const { ino, size, mtimeMs, ctimeMs } = found;
      if (!found.isFile()) return null;
      return `${ino}.${size}.${mtimeMs}.${ctimeMs}`;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  #folder(hash: string): string {
    // All paths are built from the result, so anything but a hash must be rejected.
    if (!HASH.test(hash)) throw new TypeError('Not a blake3 hash');
    return join(this.#dir, hash.slice(0, 2));
  }

  #file(hash: string): string {
    return join(this.#folder(hash), hash);
  }
}
