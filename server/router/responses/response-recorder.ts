import { BlobTooLarge, type Blobs } from '../../storage/blobs';
import type { RecordedResponse } from '../../storage/router-records';
import { concatBytes } from '../../storage/concat-bytes';
import { toBase64 } from '../../to-base64';

/** Longer responses are streamed through and cannot be replayed (Model Router 4, rule 3). */
export const MAX_RECORDED_BYTES = 64 * 1024 ** 2;
/** Limit for queued requests. No client streams their response, so an unrecorded one is lost although it may be paid for. */
export const MAX_QUEUED_BYTES = 2 * 1024 ** 3;

/** Up to this size a response is stored in the record itself; a separate file would need two more syncs. */
const MAX_INLINE_BYTES = 256 * 1024;

/** Up to this size a response is recorded and sent at once, which is faster. */
const MAX_WHOLE_BYTES = 2 * 1024 ** 2;

/** Joins the chunks; returns `null` if the response is longer. */
export function wholeOf(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> | null {
  const size = chunks.reduce((sum, { byteLength }) => sum + byteLength, 0);
  // What comes from an upstream lies in no shared memory.
  return size <= MAX_WHOLE_BYTES ? (concatBytes(chunks, size) as Uint8Array<ArrayBuffer>) : null;
}

export type RecordedBody = RecordedResponse['body'];

/**
 * Records a response while it is streamed. Long ones are written to the blob store chunk by chunk, so that only the current
 * chunk is in memory. If recording fails, there is no record, but the call succeeds.
 */
export class ResponseRecorder {
  readonly #blobs: Blobs;
  readonly #onFailure: (error: unknown) => void;
  readonly #maxBytes: number;
  #head: Uint8Array[] = [];
  #headSize = 0;
  #rest: BlobWriter | null = null;

  /** @param maxBytes maximum size; a longer response is not recorded */
  constructor(blobs: Blobs, onFailure: (error: unknown) => void, maxBytes = MAX_RECORDED_BYTES) {
    this.#blobs = blobs;
    this.#onFailure = onFailure;
    this.#maxBytes = maxBytes;
  }

  /** `false` once recording has stopped. */
  get isRecording(): boolean {
    return this.#rest?.isWriting ?? true;
  }

  /** Adds a chunk. Resolves when it is stored, or recording has stopped. */
  async add(chunk: Uint8Array): Promise<void> {
    if (this.#rest) return this.#rest.add(chunk);
    this.#head.push(chunk);
    this.#headSize += chunk.byteLength;
    if (this.#headSize <= MAX_INLINE_BYTES) return;
    this.#rest = new BlobWriter(this.#blobs, this.#onFailure, this.#maxBytes);
    const head = this.#head;
    this.#head = [];
    for (const each of head) await this.#rest.add(each);
  }

  /** Completes the record. Returns `null` if the response could not be recorded. */
  async finish(): Promise<RecordedBody | null> {
    return this.#rest ? this.#rest.finish() : { base64: toBase64(concatBytes(this.#head, this.#headSize)) };
  }

  /** Discards the record of a truncated response. */
  async abandon(): Promise<void> {
    await this.#rest?.abandon();
  }
}

/** Passes chunks to the blob store one by one. */
class BlobWriter {
  readonly #stored: Promise<RecordedBody | null>;
  /** Chunk that waits for the store, and the callback for when it is taken. */
  #waiting: { chunk: Uint8Array | null; taken: () => void } | null = null;
  #wake: (() => void) | null = null;
  #isFinished = false;
  #isAbandoned = false;

  constructor(blobs: Blobs, onFailure: (error: unknown) => void, maxBytes: number) {
    this.#stored = blobs
      .put(this.#chunks(), { maxBytes })
      .then(({ hash, size }) => ({ blob: hash, sizeBytes: size }))
      .catch((error: unknown) => {
        if (!(error instanceof BlobTooLarge) && !(error instanceof Abandoned)) onFailure(error);
        return null;
      })
      .finally(() => this.#end());
  }

  get isWriting(): boolean {
    return !this.#isFinished;
  }

  add(chunk: Uint8Array): Promise<void> {
    return this.#hand(chunk);
  }

  finish(): Promise<RecordedBody | null> {
    void this.#hand(null);
    return this.#stored;
  }

  async abandon(): Promise<void> {
    this.#isAbandoned = true;
    void this.#hand(null);
    await this.#stored;
  }

  #hand(chunk: Uint8Array | null): Promise<void> {
    if (this.#isFinished) return Promise.resolve();
    return new Promise((taken) => {
      this.#waiting = { chunk, taken };
      this.#wake?.();
    });
  }

  async *#chunks(): AsyncIterable<Uint8Array> {
    for (;;) {
      if (!this.#waiting) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
      const { chunk, taken } = this.#waiting ?? { chunk: null, taken: () => {} };
      this.#waiting = null;
      taken();
      if (this.#isAbandoned) throw new Abandoned();
      if (chunk === null) return;
      yield chunk;
    }
  }

  #end(): void {
    this.#isFinished = true;
    this.#waiting?.taken();
    this.#waiting = null;
  }
}

class Abandoned extends Error {}
