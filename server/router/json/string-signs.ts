import { isDigit } from './number-place';

export const QUOTE = 0x22;
const BACKSLASH = 0x5c;

const IS_ESCAPED = new Set([...'"\\/bfnrt'].map((sign) => sign.charCodeAt(0)));

/** Bytes of a string that need no second look. */
const IS_PLAIN = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(byte >= 0x20 && byte < 0x80 && byte !== QUOTE && byte !== BACKSLASH),
);

/** @returns where the plain bytes from a place end. A loop of its own, which is most of the work and is made fast alone. */
export function endOfPlain(chunk: Uint8Array, from: number): number {
  const { length } = chunk;
  let at = from;
  while (at < length && IS_PLAIN[chunk[at] as number] === 1) at += 1;
  return at;
}

/** The signs of a string that are several bytes: escapes, and characters beyond ASCII in UTF-8. */
export class StringLexer {
  /** 1 behind a backslash, 2 to 5 before hexadecimal digits. */
  #escape = 0;
  /** Continuation bytes that must follow, and the bounds of the next. */
  #following = 0;
  #lowest = 0;
  #highest = 0;

  /** One is under way. */
  get isOpen(): boolean {
    return this.#escape !== 0 || this.#following !== 0;
  }

  /** @returns false for a byte that no string can have here. */
  takes(byte: number): boolean {
    if (this.#following > 0) {
      if (byte < this.#lowest || byte > this.#highest) return false;
      this.#expect(this.#following - 1);
      return true;
    }
    if (this.#escape === 1) {
      this.#escape = byte === 0x75 ? 5 : 0;
      return byte === 0x75 || IS_ESCAPED.has(byte);
    }
    if (this.#escape > 1) {
      this.#escape = this.#escape === 2 ? 0 : this.#escape - 1;
      return isDigit(byte) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66);
    }
    if (byte === BACKSLASH) {
      this.#escape = 1;
      return true;
    }
    return this.#lead(byte);
  }

  /** The first byte of a character of several: RFC 3629, without surrogates and the overlong. */
  #lead(byte: number): boolean {
    if (byte >= 0xc2 && byte <= 0xdf) this.#expect(1);
    else if (byte >= 0xe0 && byte <= 0xef) this.#expect(2, byte === 0xe0 ? 0xa0 : 0x80, byte === 0xed ? 0x9f : 0xbf);
    else if (byte >= 0xf0 && byte <= 0xf4) this.#expect(3, byte === 0xf0 ? 0x90 : 0x80, byte === 0xf4 ? 0x8f : 0xbf);
    else return false;
    return true;
  }

  #expect(following: number, lowest = 0x80, highest = 0xbf): void {
    this.#following = following;
    this.#lowest = lowest;
    this.#highest = highest;
  }
}
