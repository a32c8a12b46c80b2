/** A file of any size in no memory: zeroes, but for the given pieces. Counts what is read of it. */
export class SparseFile extends Blob {
  readonly #size: number;
  readonly #pieces: readonly (readonly [at: number, bytes: Uint8Array])[];
  bytesRead = 0;
  reads = 0;

  constructor(size: number, pieces: readonly (readonly [at: number, bytes: Uint8Array])[]) {
    super();
    this.#size = size;
    this.#pieces = pieces;
  }

  override get size(): number {
    return this.#size;
  }

  override slice(start = 0, end = this.#size): Blob {
    const until = Math.min(end, this.#size);
    this.reads += 1;
    this.bytesRead += until - start;
    const bytes = new Uint8Array(until - start);
    for (const [at, piece] of this.#pieces) {
      const from = Math.max(at, start);
      const to = Math.min(at + piece.byteLength, until);
      if (to > from) bytes.set(piece.subarray(from - at, to - at), from - start);
    }
    return new Blob([bytes]);
  }
}
