import { isDigit } from './number-lexer';

export const QUOTE = 0x22;
const BACKSLASH = 0x5c;

const IS_ESCAPED = new Set([...'"\\/bfnrt'].map((sign) => sign.charCodeAt(0)));

/** 1 for bytes that need no further check in a string. */
const IS_PLAIN = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(byte >= 0x20 && byte < 0x80 && byte !== QUOTE && byte !== BACKSLASH),
);

/** @returns the end of the plain bytes. A separate hot loop, so that the JIT optimizes it. */
export function endOfPlain(chunk: Uint8Array, from: number): number {
  const { length } = chunk;
  let at = from;
  while (at < length && IS_PLAIN[chunk[at]] === 1) at += 1;
  return at;
}

/** Lexer of multi-byte sequences in a string: escapes, and non-ASCII characters in UTF-8. */
export class StringLexer {
  /** 1 after a backslash, 2 to 5 before hexadecimal digits, else 0. */
  #escape = 0;
  /** Number of expected continuation bytes, and the bounds of the next. */
  #following = 0;
  #lowest = 0;
  #highest = 0;

  /** `true` inside a sequence. */
  get isOpen(): boolean {
    return this.#escape !== 0 || this.#following !== 0;
  }

  /** @returns `false` if the byte is not allowed here. */
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

  /** Checks the lead byte of a multi-byte character (RFC 3629, without surrogates and overlong forms). */
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
