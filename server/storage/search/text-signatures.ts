/** Number of positions per page. */
export const PAGE_SIZE = 1024;

interface Page {
  bits: Uint8Array;
  /** 1 for each position whose text was learned. */
  known: Uint8Array;
  knownCount: number;
}

/**
 * Compact signatures of texts (a Bloom filter of trigrams) that exclude texts without a given word, without reading them.
 * Candidates must still be checked. Positions are integers, mostly consecutive.
 */
export class TextSignatures {
  readonly #bytesEach: number;
  readonly #pages = new Map<number, Page>();

  constructor(bytesEach: number) {
    this.#bytesEach = bytesEach;
  }

  learn(position: number, text: string): void {
    const page = this.#page(position);
    const slot = position % PAGE_SIZE;
    const { bits } = page;
    const start = slot * this.#bytesEach;
    bits.fill(0, start, start + this.#bytesEach);
    const size = this.#bytesEach * 8;
    for (const hash of gramsOf(text)) {
      const bit = (hash * size) >>> 16;
      const at = start + (bit >>> 3);
      bits[at] = (bits[at] ?? 0) | (1 << (bit & 7));
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

  /** Returns the bits for `mayHold`; empty if the words are too short for a signature. */
  bitsOf(words: readonly string[]): number[] {
    const bits = new Set<number>();
    for (const word of words) {
      // The packaged driver truncates a parameter there.
      for (const hash of gramsOf(word.split('\0', 1)[0] ?? '')) bits.add((hash * this.#bytesEach * 8) >>> 16);
    }
    return [...bits];
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
