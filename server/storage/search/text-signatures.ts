/** Number of positions per page. */
export const PAGE_SIZE = 1024;

interface Page {
  bits: Uint8Array;
  /** 1 for each position whose text was learned. */
  known: Uint8Array;
  knownCount: number;
}

/** Visible ASCII characters: too frequent for the filter, so each has a bit of its own. */
const FIRST_LETTER = 0x21;
const LETTERS = 94;
const LETTER_BYTES = Math.ceil(LETTERS / 8);

/**
 * Compact signatures of texts (a Bloom filter of trigrams, and a bit for each ASCII character) that exclude texts without a given word,
 * without reading them. Candidates must still be checked. Positions are integers, mostly consecutive.
 */
export class TextSignatures {
  readonly #filterBytes: number;
  readonly #bytesEach: number;
  readonly #pages = new Map<number, Page>();

  /** @param filterBytes size of the filter of each text */
  constructor(filterBytes: number) {
    this.#filterBytes = filterBytes;
    this.#bytesEach = filterBytes + LETTER_BYTES;
  }

  /** @param alias is found by words of the filter, and not by single characters */
  learn(position: number, text: string, alias = ''): void {
    const page = this.#page(position);
    const slot = position % PAGE_SIZE;
    const { bits } = page;
    const start = slot * this.#bytesEach;
    bits.fill(0, start, start + this.#bytesEach);
    const set = (bit: number) => {
      const at = start + (bit >>> 3);
      bits[at] = (bits[at] ?? 0) | (1 << (bit & 7));
    };
    for (const hash of gramsOf(alias === '' ? text : `${alias}\n${text}`)) set(this.#gramBit(hash));
    for (let at = 0; at < text.length; at += 1) {
      const bit = this.#letterBit(text.charCodeAt(at));
      if (bit !== null) set(bit);
    }
    page.knownCount += 1 - (page.known[slot] ?? 0);
    page.known[slot] = 1;
  }

  isKnown(position: number): boolean {
    return this.#pages.get(Math.floor(position / PAGE_SIZE))?.known[position % PAGE_SIZE] === 1;
  }

  /** Forgets a position whose text may have changed or been removed. */
  forget(position: number): void {
    const number = Math.floor(position / PAGE_SIZE);
    const page = this.#pages.get(number);
    if (!page) return;
    page.knownCount -= page.known[position % PAGE_SIZE] ?? 0;
    page.known[position % PAGE_SIZE] = 0;
    if (page.knownCount === 0) this.#pages.delete(number);
  }

  /** Returns true if any position of the page is known. */
  hasPage(number: number): boolean {
    return this.#pages.has(number);
  }

  forgetPage(number: number): void {
    this.#pages.delete(number);
  }

  /** Returns the bits for `mayHold`. */
  bitsOf(words: readonly string[]): number[] {
    const bits = new Set<number>();
    for (const word of words) {
      // The packaged driver truncates a parameter there.
      const [text = ''] = word.split('\0', 1);
      for (const hash of gramsOf(text)) bits.add(this.#gramBit(hash));
      // Longer words may be those of an alias.
      const letters = text.length <= SHORT ? [...text] : [];
      for (const letter of letters) {
        const bit = this.#letterBit(letter.charCodeAt(0));
        if (bit !== null) bits.add(bit);
      }
    }
    return [...bits];
  }

  /** Returns true if `mayHold` is certain for these words: a known text that may contain them does. */
  isExact(words: readonly string[]): boolean {
    return words.every((word) => word.length === 1 && this.#letterBit(word.charCodeAt(0)) !== null);
  }

  #gramBit(hash: number): number {
    return (hash * this.#filterBytes * 8) >>> 16;
  }

  #letterBit(character: number): number | null {
    const index = character - FIRST_LETTER;
    return index >= 0 && index < LETTERS ? this.#filterBytes * 8 + index : null;
  }

  /** Returns false if the text at this position does not contain all the words. */
  mayHold(position: number, bits: readonly number[]): boolean {
    const page = this.#pages.get(Math.floor(position / PAGE_SIZE));
    const slot = position % PAGE_SIZE;
    if (!page || page.known[slot] === 0) return true;
    const start = slot * this.#bytesEach;
    for (const bit of bits) {
      if (((page.bits[start + (bit >>> 3)] ?? 0) & (1 << (bit & 7))) === 0) return false;
    }
    return true;
  }

  #page(position: number): Page {
    const number = Math.floor(position / PAGE_SIZE);
    let page = this.#pages.get(number);
    if (!page) {
      page = { bits: new Uint8Array(PAGE_SIZE * this.#bytesEach), known: new Uint8Array(PAGE_SIZE), knownCount: 0 };
      this.#pages.set(number, page);
    }
    return page;
  }
}

/** Words that have no gram, unless they are beyond ASCII. */
export const SHORT = 2;

let grams = new Uint16Array(4096);

/**
 * Returns hashes of all trigrams, and beyond ASCII also of single characters and bigrams, since words of other scripts are short. A
 * text that contains a word has all grams of that word. The result is valid until the next call.
 */
function gramsOf(text: string): Uint16Array {
  if (grams.length < text.length * 3) grams = new Uint16Array(text.length * 3);
  let count = 0;
  let last = 0;
  // The older of three characters lose their upper bits; the rest distinguishes most of them.
  let lastThree = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    lastThree = ((lastThree << 10) ^ character) & 0x3fffffff;
    if (at > 1) grams[count++] = hashOf(lastThree);
    if (character > 0x7f) {
      grams[count++] = hashOf(character);
      if (at > 0) grams[count++] = hashOf((last << 10) ^ character);
    }
    last = character;
  }
  return grams.subarray(0, count);
}

/** Returns 16 bits. */
function hashOf(characters: number): number {
  return Math.imul(characters, 0x9e3779b1) >>> 16;
}
