export type StopReason = 'truncated' | 'too_many_parts' | 'too_many_bytes' | 'unpacks_to_too_much' | 'broken';

/** Ends the reading of a file from any depth. Never leaves this folder: `readEmbeddedTexts` and `readZip` return the reason. */
export class ReadStop extends Error {
  readonly reason: StopReason;
  constructor(reason: StopReason) {
    super(reason);
    this.reason = reason;
  }
}

export interface ReadLimits {
  /** Chunks, boxes, tags or blocks of one file. */
  maxParts: number;
  /** Limit of one text, both as stored and decompressed. */
  maxTextBytes: number;
  /** Limit of all reads of one file together. */
  maxBytes: number;
  /** Limit of what is unpacked and decoded of one file together, whether it is wanted or not. */
  maxUnpackedBytes: number;
}

export const READ_LIMITS: ReadLimits = {
  maxParts: 200_000,
  maxTextBytes: 32 * 1024 * 1024,
  maxBytes: 160 * 1024 * 1024,
  maxUnpackedBytes: 256 * 1024 * 1024,
};

/**
 * What may still be unpacked and decoded of one file that the user dropped; all files of an archive share one. A few megabytes can
 * unpack to gigabytes, in many texts that are each within their limit. Each is charged before it is judged.
 */
export class UnpackBudget {
  bytesLeft: number;

  constructor(maxBytes: number) {
    this.bytesLeft = maxBytes;
  }

  /** @throws ReadStop if it is used up */
  charge(bytes: number): void {
    this.bytesLeft -= bytes;
    if (this.bytesLeft < 0) throw new ReadStop('unpacks_to_too_much');
  }
}

const FIRST_WINDOW_BYTES = 64 * 1024;
const MIN_WINDOW_BYTES = 4 * 1024;
const MAX_WINDOW_BYTES = 1024 * 1024;
/** A browser starts a read about as fast as it reads this much: jumps below it are read through. */
const NEAR_BYTES = 256 * 1024;

/**
 * Reads ranges of a file, many small ones from one larger read. The window grows while reads are near each other, as in a file
 * of small chunks, and shrinks when one jumps, as over the media data of a video.
 */
export class ByteReader {
  readonly size: number;
  readonly limits: ReadLimits;
  private readonly file: Blob;
  private start = 0;
  private held: Uint8Array<ArrayBuffer> = new Uint8Array(0);
  private windowBytes = FIRST_WINDOW_BYTES;
  private bytesRead = 0;
  private parts = 0;

  constructor(file: Blob, limits: ReadLimits = READ_LIMITS) {
    this.file = file;
    this.size = file.size;
    this.limits = limits;
  }

  /** Returns fewer bytes than requested at the end of the file. */
  async peek(at: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
    const end = Math.min(at + length, this.size);
    if (at < 0 || at >= end) return new Uint8Array(0);
    const heldEnd = this.start + this.held.byteLength;
    if (at < this.start || end > heldEnd) {
      const isNext = at >= this.start && at <= heldEnd + NEAR_BYTES;
      if (this.bytesRead > 0) {
        this.windowBytes = isNext ? Math.min(this.windowBytes * 2, MAX_WINDOW_BYTES) : MIN_WINDOW_BYTES;
      }
      const windowEnd = Math.min(this.size, at + Math.max(length, this.windowBytes));
      this.bytesRead += windowEnd - at;
      if (this.bytesRead > this.limits.maxBytes) throw new ReadStop('too_many_bytes');
      this.held = new Uint8Array(await this.file.slice(at, windowEnd).arrayBuffer());
      this.start = at;
    }
    return this.held.subarray(at - this.start, end - this.start);
  }

  /** Like `peek`, for one of several jumps: the window does not grow, even if they are near each other. */
  async peekAfterJump(at: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
    this.windowBytes = MIN_WINDOW_BYTES / 2;
    return this.peek(at, length);
  }

  /** Returns exactly the requested bytes. */
  async read(at: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = await this.peek(at, length);
    if (bytes.byteLength < length) throw new ReadStop('truncated');
    return bytes;
  }

  async view(at: number, length: number): Promise<DataView<ArrayBuffer>> {
    return viewOf(await this.read(at, length));
  }

  /** Called for each chunk, box, tag or block, so that no file is walked forever. */
  countPart(): void {
    this.parts += 1;
    if (this.parts > this.limits.maxParts) throw new ReadStop('too_many_parts');
  }
}

export function viewOf(bytes: Uint8Array<ArrayBuffer>): DataView<ArrayBuffer> {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** A 64-bit size as a number. One beyond 2^53 exceeds any file, and needs no exact value. */
export function uint64(view: DataView, at: number, isLittleEndian = false): number {
  return Number(view.getBigUint64(at, isLittleEndian));
}
