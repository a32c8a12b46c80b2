/**
 * Bytes by content as a port: files named by their blake3 in the product, memory in tests. The hash is computed here,
 * never taken from a caller (Job API 1, design rule 3).
 */
export interface Blobs {
  /**
   * Streams bytes in. On disk, synced and named when it resolves; nothing is left behind when it rejects or the signal
   * aborts. `remove` leaves the bytes alone until the caller's next pass of the event loop: write the record that
   * refers to them right after the `await`. @throws BlobTooLarge, BlobHashMismatch, BlobDiskFull, or the error of the
   * stream.
   */
  put(source: AsyncIterable<Uint8Array>, options?: PutOptions): Promise<StoredBlob>;
  /**
   * Takes over a file that a process of ours wrote beside the store (`workDir`); it is moved, not copied. Held against
   * `remove` as `put` does.
   */
  adopt(path: string): Promise<StoredBlob>;
  has(hash: string): Promise<boolean>;
  /** `[start, end)`; null when the blob is gone. */
  read(hash: string, range?: { start: number; end: number }): Promise<ReadableStream<Uint8Array> | null>;
  /** Where a process of ours can read the bytes; null in memory. */
  path(hash: string): string | null;
  /** `isWanted` is asked in the last moment, after every `put` of these bytes had the time to be recorded. */
  remove(hash: string, isWanted?: () => boolean): Promise<void>;
  /** All stored hashes, for the sweep at start. */
  list(): AsyncIterable<string>;
}

export interface PutOptions {
  maxBytes?: number;
  /** 64 hex digits; a difference stores nothing. */
  expectedHash?: string;
  signal?: AbortSignal;
}

export interface StoredBlob {
  /** 64 hex digits. */
  hash: string;
  size: number;
  /** The store did not have these bytes before. */
  isNew: boolean;
}

export class BlobTooLarge extends Error {
  readonly maxBytes: number;
  constructor(maxBytes: number) {
    super(`The file is larger than ${maxBytes} bytes`);
    this.name = 'BlobTooLarge';
    this.maxBytes = maxBytes;
  }
}

export class BlobHashMismatch extends Error {
  readonly actual: string;
  constructor(actual: string) {
    super(`The bytes hash to blake3:${actual}`);
    this.name = 'BlobHashMismatch';
    this.actual = actual;
  }
}

export class BlobDiskFull extends Error {
  constructor(cause: unknown) {
    super('The disk is full', { cause });
    this.name = 'BlobDiskFull';
  }
}
