import { BlobTooLarge, type Blobs } from '../storage/blobs';
import type { RecordedResponse } from '../storage/router-records';
import { joined } from '../storage/joined';
import { toBase64 } from './to-base64';

/** Longer answers stream through and are not given again (Model Router 4, rule 3). */
export const MOST_RECORDED_BYTES = 64 * 1024 ** 2;
/** Nobody streams the answer of a queued request while it comes: what is not recorded is lost, and may be paid for. */
export const MOST_QUEUED_BYTES = 2 * 1024 ** 3;

/** Up to here an answer lies in the record itself: a file of its own would have to be waited for twice more. */
const MOST_INLINE_BYTES = 256 * 1024;

/** Up to here an answer is recorded and sent in one piece, which is quicker. */
const MOST_WHOLE_BYTES = 2 * 1024 ** 2;

/** Null for an answer that is longer. */
export function wholeOf(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> | null {
  const size = chunks.reduce((sum, { byteLength }) => sum + byteLength, 0);
  return size <= MOST_WHOLE_BYTES ? (joined(chunks, size) as Uint8Array<ArrayBuffer>) : null;
}

export type RecordedBody = RecordedResponse['body'];

/**
 * Records an answer while it passes. What is long goes into the blob store chunk by chunk, so that nothing of it is held but
 * the chunk that is on its way. A failure to record is no failure of the call: then there is no record.
 */
export class ResponseRecorder {
  readonly #blobs: Blobs;
  readonly #onFailure: (error: unknown) => void;
  readonly #maxBytes: number;
  #head: Uint8Array[] = [];
  #headSize = 0;
  #rest: BlobWriter | null = null;

  /** @param maxBytes a longer answer has no record */
  constructor(blobs: Blobs, onFailure: (error: unknown) => void, maxBytes = MOST_RECORDED_BYTES) {
    this.#blobs = blobs;
    this.#onFailure = onFailure;
    this.#maxBytes = maxBytes;
  }

  /** False once nothing is recorded any more. */
  get isRecording(): boolean {
    return this.#rest?.isWriting ?? true;
  }

  /** Resolves when the chunk is kept, or nothing is recorded any more. */
  async add(chunk: Uint8Array): Promise<void> {
    if (this.#rest) return this.#rest.add(chunk);
    this.#head.push(chunk);
    this.#headSize += chunk.byteLength;
    if (this.#headSize <= MOST_INLINE_BYTES) return;
    this.#rest = new BlobWriter(this.#blobs, this.#onFailure, this.#maxBytes);
    const head = this.#head;
    this.#head = [];
    for (const each of head) await this.#rest.add(each);
  }

  /** The whole answer is there. Null where it could not be recorded. */
  async finish(): Promise<RecordedBody | null> {
    return this.#rest ? this.#rest.finish() : { base64: toBase64(joined(this.#head, this.#headSize)) };
  }

  /** The answer broke off: nothing is kept. */
  async abandon(): Promise<void> {
    await this.#rest?.abandon();
  }
}

/** Hands chunks to the blob store one by one. */
class BlobWriter {
  readonly #stored: Promise<RecordedBody | null>;
  /** The chunk that waits for the store, and who is told that it was taken. */
  #waiting: { chunk: Uint8Array | null; taken: () => void } | null = null;
  #wake: (() => void) | null = null;
  #isEnded = false;
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
    return !this.#isEnded;
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
    if (this.#isEnded) return Promise.resolve();
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
    this.#isEnded = true;
    this.#waiting?.taken();
    this.#waiting = null;
  }
}

class Abandoned extends Error {}
