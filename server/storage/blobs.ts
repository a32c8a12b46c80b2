/**
 * Content-addressed blob storage as a port: files named by their blake3 in the product, memory in tests. The store computes the
 * hash and never accepts it from a caller (Job API 1, design rule 3).
 */
export interface Blobs {
  /**
   * Stores a stream. On disk, the file is synced and named when the promise resolves; nothing remains if it rejects or the signal
   * aborts. `remove` spares the bytes until the caller's next turn of the event loop: write the record that refers to them right
   * after the `await`.
   * @throws BlobTooLarge, BlobHashMismatch, BlobDiskFull, or the error of the stream.
   */
  put(source: AsyncIterable<Uint8Array>, options?: PutOptions): Promise<StoredBlob>;
  /** Moves a file into the store that one of our child processes wrote to `workDir`. Protected from `remove` like `put`. */
  adopt(path: string): Promise<StoredBlob>;
  has(hash: string): Promise<boolean>;
  /**
   * Returns `null` if the blob does not exist. Damaged files are quarantined and never served as valid. Up to 8 MiB, damage is
   * found before the stream starts; in larger files the stream fails before its last bytes.
   * @throws BlobDamaged
   */
  read(hash: string, options?: ReadOptions): Promise<ReadableStream<Uint8Array> | null>;
  /** Returns the path for one of our child processes; `null` for the memory store. */
  path(hash: string): string | null;
  /** `isWanted` is called last, after every `put` of these bytes had time to write its record. */
  remove(hash: string, isWanted?: () => boolean): Promise<void>;
  /** Moves bytes to the trash, from which they can be restored. `isWanted` as for `remove`. */
  discard(hash: string, timestamp: number, isWanted?: () => boolean): Promise<void>;
  /** Restores bytes from the trash. Returns `false` if they are not there. */
  restore(hash: string): Promise<boolean>;
  discarded(): AsyncIterable<DiscardedBlob>;
  /** Deletes bytes in the trash. */
  purge(blob: DiscardedBlob): Promise<void>;
  /** Works like `verify`, but hashes each file only once per process while the file system reports no change. */
  check(hash: string): Promise<BlobState>;
  /** Reads and hashes the bytes; quarantines damaged ones. `pace` is awaited between chunks, to throttle reading. */
  verify(hash: string, pace?: () => Promise<void>): Promise<BlobState>;
  /** Yields all stored hashes, except those in the trash. */
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
  /** 64 hex digits; nothing is stored if the hash differs. */
  expectedHash?: string;
  signal?: AbortSignal;
}

export interface StoredBlob {
  /** 64 hex digits. */
  hash: string;
  size: number;
  /** True if the store did not have these bytes before. */
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

/** The stored bytes do not match their hash. */
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
