const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);
const OBJECT = 0x7b;
const isSpace = (byte: number) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);

/**
 * Counts the members of the outermost object of a JSON text that arrives in chunks: `/object_info` has one for each node class, and
 * several MB. Python writes `NaN` in it, so no strict parser reads it.
 */
export class MemberCounter {
  #members = 0;
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  #first: number | null = null;

  push(bytes: Uint8Array): void {
    for (const byte of bytes) {
      if (this.#isInString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (byte === BACKSLASH) this.#isEscaped = true;
        else if (byte === QUOTE) this.#isInString = false;
        continue;
      }
      if (this.#first === null && !isSpace(byte)) this.#first = byte;
      if (byte === QUOTE) this.#isInString = true;
      else if (byte === COLON && this.#depth === 1) this.#members += 1;
      else if (OPENING.has(byte)) this.#depth += 1;
      else if (CLOSING.has(byte)) this.#depth -= 1;
    }
  }

  /** `null` if the text is no complete object. */
  get count(): number | null {
    return this.#first === OBJECT && this.#depth === 0 && !this.#isInString ? this.#members : null;
  }
}
