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
  /**
   * `null` if the blob is gone. Damaged files are set aside, never passed off as right: up to 8 MiB they are found before
   * the stream starts, in larger ones the stream fails before its last bytes. @throws BlobDamaged
   */
  read(hash: string, options?: ReadOptions): Promise<ReadableStream<Uint8Array> | null>;
  /** Where a process of ours can read the bytes; null in memory. */
  path(hash: string): string | null;
  /** `isWanted` is asked in the last moment, after every `put` of these bytes had the time to be recorded. */
  remove(hash: string, isWanted?: () => boolean): Promise<void>;
  /** Moves bytes to the trash, from where they can be restored. `isWanted` as for `remove`. */
  discard(hash: string, instant: number, isWanted?: () => boolean): Promise<void>;
  /** Takes bytes out of the trash. Returns `false` if they are not in it. */
  restore(hash: string): Promise<boolean>;
  discarded(): AsyncIterable<DiscardedBlob>;
  /** Deletes bytes in the trash. */
  purge(blob: DiscardedBlob): Promise<void>;
  /** As `verify`, but files are hashed only once per process as long as the file system reports no change. */
  check(hash: string): Promise<BlobState>;
  /** Reads and hashes the bytes; damaged ones are set aside. `pace` is awaited between chunks, to read slowly. */
  verify(hash: string, pace?: () => Promise<void>): Promise<BlobState>;
  /** All stored hashes, without those in the trash. */
  list(): AsyncIterable<string>;
}

export type BlobState = 'intact' | 'damaged' | 'missing';

export interface DiscardedBlob {
  hash: string;
  /** Milliseconds since the epoch. */
  discardedAt: number;
}

export interface ReadOptions {
  /** `[start, end)`. */
  range?: { start: number; end: number };
  /** Size of the whole blob in bytes, as recorded. */
  size?: number;
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

/** The stored file is not what its name says. */
export class BlobDamaged extends Error {
  readonly hash: string;
  constructor(hash: string) {
    super(`The stored file of blake3:${hash} is damaged`);
    this.name = 'BlobDamaged';
    this.hash = hash;
  }
}

export class BlobDiskFull extends Error {
  constructor(cause: unknown) {
    super('The disk is full', { cause });
    this.name = 'BlobDiskFull';
  }
}
