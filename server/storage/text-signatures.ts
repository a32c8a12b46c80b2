/** Places that are kept together. */
export const PAGE_SIZE = 1024;

interface Page {
  bits: Uint8Array;
  /** 1 for each place whose text was learned. */
  known: Uint8Array;
  knownCount: number;
}

/**
 * A few bytes a text (a Bloom filter of its trigrams) that tell which texts cannot hold a word, without reading them. What they
 * let pass is still to be looked at. Places are whole numbers, close together for the most part.
 */
export class TextSignatures {
  readonly #bytesEach: number;
  readonly #pages = new Map<number, Page>();

  constructor(bytesEach: number) {
    this.#bytesEach = bytesEach;
  }

  learn(place: number, text: string): void {
    const page = this.#page(place);
    const slot = place % PAGE_SIZE;
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

  isKnown(place: number): boolean {
    return this.#pages.get(Math.floor(place / PAGE_SIZE))?.known[place % PAGE_SIZE] === 1;
  }

  /** The text of this place may be another by now, or gone. */
  forget(place: number): void {
    const number = Math.floor(place / PAGE_SIZE);
    const page = this.#pages.get(number);
    if (!page) return;
    page.knownCount -= page.known[place % PAGE_SIZE] ?? 0;
    page.known[place % PAGE_SIZE] = 0;
    if (page.knownCount === 0) this.#pages.delete(number);
  }

  /** Whether any place of it is known. */
  hasPage(number: number): boolean {
    return this.#pages.has(number);
  }

  forgetPage(number: number): void {
    this.#pages.delete(number);
  }

  /** What `mayHold` asks for. Empty: of such short words nothing is known. */
  bitsOf(words: readonly string[]): number[] {
    const bits = new Set<number>();
    for (const word of words) {
      // The packaged driver ends a parameter there.
      for (const hash of gramsOf(word.split('\0', 1)[0] ?? '')) bits.add((hash * this.#bytesEach * 8) >>> 16);
    }
    return [...bits];
  }

  /** False: the text of this place does not hold all the words. */
  mayHold(place: number, bits: readonly number[]): boolean {
    const page = this.#pages.get(Math.floor(place / PAGE_SIZE));
    const slot = place % PAGE_SIZE;
    if (!page || page.known[slot] === 0) return true;
    const start = slot * this.#bytesEach;
    for (const bit of bits) {
      if (((page.bits[start + (bit >>> 3)] ?? 0) & (1 << (bit & 7))) === 0) return false;
    }
    return true;
  }

  #page(place: number): Page {
    const number = Math.floor(place / PAGE_SIZE);
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
 * Hashes of every three characters in a row, and beyond ASCII of every one and two too, since words of other scripts are short. A
 * text that holds a word has all grams of that word. What is returned holds until the next call.
 */
function gramsOf(text: string): Uint16Array {
  if (grams.length < text.length * 3) grams = new Uint16Array(text.length * 3);
  let count = 0;
  let last = 0;
  // Of three characters the older ones lose their upper bits, which tells enough of most apart.
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

/** 16 bits. */
function hashOf(characters: number): number {
  return Math.imul(characters, 0x9e3779b1) >>> 16;
}
