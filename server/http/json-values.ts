const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const OPEN_OBJECT = 0x7b;

/**
 * Counts the values in JSON text while its bytes arrive, without building any. The cost of parsing grows with values, not bytes: 8
 * MB of `0,0,0` take seconds, 8 MB of one string take milliseconds. For invalid JSON the count is exact up to the first error,
 * where a parser stops.
 */
export class JsonValueCounter {
  #count = 1;
  #isInString = false;
  #isEscaped = false;

  /** @returns an upper bound of the number of values and empty containers so far */
  push(chunk: Uint8Array): number {
    let at = 0;
    while (at < chunk.length) {
      at = this.#isInString ? this.#passString(chunk, at) : this.#passStructure(chunk, at);
    }
    return this.#count;
  }

  /** @returns the index after the string */
  #passString(chunk: Uint8Array, from: number): number {
    for (let at = from; at < chunk.length; at += 1) {
      const sign = chunk[at];
      if (this.#isEscaped) this.#isEscaped = false;
      else if (sign === BACKSLASH) this.#isEscaped = true;
      else if (sign === QUOTE) {
        this.#isInString = false;
        return at + 1;
      }
    }
    return chunk.length;
  }

  /** @returns the index at which a string begins */
  #passStructure(chunk: Uint8Array, from: number): number {
    for (let at = from; at < chunk.length; at += 1) {
      switch (chunk[at]) {
        case QUOTE:
          this.#isInString = true;
          return at + 1;
        case COMMA:
        case OPEN_ARRAY:
        case OPEN_OBJECT:
          this.#count += 1;
          break;
        default:
      }
    }
    return chunk.length;
  }
}
