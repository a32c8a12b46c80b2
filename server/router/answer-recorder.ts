import { BlobTooLarge, type Blobs, type StoredBlob } from '../storage/blobs';

/** Longer answers stream through and are not given again (Model Router 4, rule 3). */
export const MOST_RECORDED_BYTES = 64 * 1024 ** 2;

/**
 * Writes an answer to the blob store while it passes. Nothing is held in memory but the chunk that is on its way. A failure
 * to record is no failure of the call: then there is no record.
 */
export class AnswerRecorder {
  readonly #stored: Promise<StoredBlob | null>;
  /** The chunk that waits for the store, and who is told that it was taken. */
  #waiting: { chunk: Uint8Array | null; taken: () => void } | null = null;
  #wake: (() => void) | null = null;
  #isEnded = false;

  constructor(blobs: Blobs, onFailure: (error: unknown) => void) {
    this.#stored = blobs
      .put(this.#chunks(), { maxBytes: MOST_RECORDED_BYTES })
      .catch((error: unknown) => {
        if (!(error instanceof BlobTooLarge) && !(error instanceof Abandoned)) onFailure(error);
        return null;
      })
      .finally(() => this.#end());
  }

  /** False once nothing is recorded any more. */
  get isRecording(): boolean {
    return !this.#isEnded;
  }

  /** Resolves when the store has taken the chunk, or records no more. */
  add(chunk: Uint8Array): Promise<void> {
    return this.#hand(chunk);
  }

  /** The whole answer is there. Null where it could not be recorded. */
  async finish(): Promise<StoredBlob | null> {
    void this.#hand(null);
    return this.#stored;
  }

  /** The answer broke off: nothing is kept. */
  async abandon(): Promise<void> {
    this.#isAbandoned = true;
    void this.#hand(null);
    await this.#stored;
  }

  #isAbandoned = false;

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
