import { blake3 } from 'hash-wasm';
import { abortable } from '../abortable';
import { KeyedMutex } from '../keyed-mutex';
import {
  BlobHashMismatch,
  BlobTooLarge,
  type Blobs,
  type BlobState,
  type DiscardedBlob,
  type PutOptions,
  type ReadOptions,
  type StoredBlob,
} from '../blobs';
import { concatBytes } from '../concat-bytes';

/** Blobs in memory, for tests and for the gateway in a browser. Must not use Node APIs. */
export class MemoryBlobs implements Blobs {
  readonly #bytes = new Map<string, Uint8Array>();
  readonly #trash = new Map<string, { bytes: Uint8Array; discardedAt: number }>();
  readonly #turns = new KeyedMutex();

  async put(source: AsyncIterable<Uint8Array>, options: PutOptions = {}): Promise<StoredBlob> {
    const { maxBytes = Infinity, expectedHash, signal } = options;
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of abortable(source, signal)) {
      size += chunk.byteLength;
      if (size > maxBytes) throw new BlobTooLarge(maxBytes);
      // Copied, since producers may reuse their buffer.
      chunks.push(chunk.slice());
    }
    signal?.throwIfAborted();
    const bytes = concatBytes(chunks, size);
    const hash = await blake3(bytes);
    if (expectedHash !== undefined && expectedHash.toLowerCase() !== hash) throw new BlobHashMismatch(hash);
    return await this.#turns.run(
      hash,
      async () => {
        const isNew = !this.#bytes.has(hash);
        if (isNew) this.#bytes.set(hash, bytes);
        return { hash, size, isNew };
      },
      { lingering: true },
    );
  }

  adopt(path: string): Promise<StoredBlob> {
    return Promise.reject(new Error(`Blobs in memory take over no files: ${path}`));
  }

  async has(hash: string): Promise<boolean> {
    return this.#bytes.has(hash);
  }

  async read(hash: string, { range }: ReadOptions = {}): Promise<ReadableStream<Uint8Array> | null> {
    const bytes = this.#bytes.get(hash);
    if (!bytes) return null;
    const part = range ? bytes.subarray(range.start, range.end) : bytes;
    return new ReadableStream({
      start(controller) {
        // Copied: clients that detach or change their chunk must not affect the store.
        if (part.byteLength > 0) controller.enqueue(part.slice());
        controller.close();
      },
    });
  }

  path(): null {
    return null;
  }

  async remove(hash: string, isWanted: () => boolean = () => false): Promise<void> {
    await this.#turns.run(hash, async () => {
      if (!isWanted()) this.#bytes.delete(hash);
    });
  }

  async discard(hash: string, timestamp: number, isWanted: () => boolean = () => false): Promise<void> {
    await this.#turns.run(hash, async () => {
      const bytes = this.#bytes.get(hash);
      if (isWanted() || !bytes) return;
      this.#trash.set(hash, { bytes, discardedAt: timestamp });
      this.#bytes.delete(hash);
    });
  }

  async restore(hash: string): Promise<boolean> {
    const found = this.#trash.get(hash);
    if (!found) return false;
    if (!this.#bytes.has(hash)) {
      this.#bytes.set(hash, found.bytes);
      this.#trash.delete(hash);
    }
    return true;
  }

  async *discarded(): AsyncIterable<DiscardedBlob> {
    for (const [hash, { discardedAt }] of this.#trash) yield { hash, discardedAt };
  }

  async purge({ hash }: DiscardedBlob): Promise<void> {
    this.#trash.delete(hash);
  }

  async verify(hash: string): Promise<BlobState> {
    return this.#bytes.has(hash) ? 'intact' : 'missing';
  }

  check(hash: string): Promise<BlobState> {
    return this.verify(hash);
  }

  async *list(): AsyncIterable<string> {
    yield* this.#bytes.keys();
  }
}
