import type { JsonListener } from '../json/json-scan';

/** An address that stands alone as a string of a JSON document. */
export interface NamedUrl {
  address: string;
  /** Member names and array indexes from the root. */
  path: readonly (string | number)[];
  /** Of the string with its quotes, in bytes: `[start, end)`. */
  start: number;
  end: number;
}

const MAX_LENGTH = 8192;

/**
 * Finds the http(s) addresses in JSON while it is scanned. Nothing of it is built: answers may hold megabytes of inline
 * pictures. An address within a sentence is text, and none of them.
 */
export class UrlScanner implements JsonListener {
  readonly longest = MAX_LENGTH;
  readonly found: NamedUrl[] = [];
  /** The place in each open container: an index, or a name as it is written. Names are read where an address is found. */
  readonly #places: (number | Uint8Array)[] = [];

  opened(isArray: boolean): void {
    this.#places.push(isArray ? 0 : NO_NAME);
  }

  closed(): void {
    this.#places.pop();
  }

  next(): void {
    const place = this.#places.at(-1);
    if (typeof place === 'number') this.#places[this.#places.length - 1] = place + 1;
  }

  string(bytes: Uint8Array | null, isName: boolean, start: number): void {
    if (isName) {
      this.#places[this.#places.length - 1] = bytes ?? NO_NAME;
      return;
    }
    const address = bytes === null ? null : addressOf(bytes);
    if (bytes === null || address === null) return;
    const path = this.#places.map((place) => (typeof place === 'number' ? place : stringOf(place)));
    this.found.push({ address, path, start, end: start + bytes.byteLength });
  }
}

const NO_NAME = new TextEncoder().encode('""');

/** Puts other addresses in place of some, and leaves every other byte as it is. No byte is copied that stays. */
export function replaceAddresses(
  chunks: readonly Uint8Array[],
  replacements: readonly { at: NamedUrl; by: string }[],
): Uint8Array[] {
  const waiting = replacements.toSorted((a, b) => a.at.start - b.at.start);
  const result: Uint8Array[] = [];
  let chunkStart = 0;
  for (const chunk of chunks) {
    const chunkEnd = chunkStart + chunk.byteLength;
    let at = chunkStart;
    for (let first = waiting[0]; first && first.at.start < chunkEnd; first = waiting[0]) {
      const { start, end } = first.at;
      // One that began in an earlier chunk was written there.
      if (start >= chunkStart) {
        result.push(
          chunk.subarray(at - chunkStart, start - chunkStart),
          new TextEncoder().encode(JSON.stringify(first.by)),
        );
      }
      at = Math.min(end, chunkEnd);
      if (end > chunkEnd) break;
      waiting.shift();
    }
    result.push(chunk.subarray(at - chunkStart));
    chunkStart = chunkEnd;
  }
  return result.filter(({ byteLength }) => byteLength > 0);
}

const HTTP = [0x68, 0x74, 0x74, 0x70];

function addressOf(bytes: Uint8Array): string | null {
  // Whatever is no address is most of what there is.
  if (HTTP.some((sign, index) => ((bytes[index + 1] ?? 0) | 0x20) !== sign)) return null;
  const address = stringOf(bytes);
  return /^https?:\//i.test(address) && URL.canParse(address) && !/\s/.test(address) ? address : null;
}

/** A string of JSON that was found to be one. */
function stringOf(bytes: Uint8Array): string {
  return JSON.parse(new TextDecoder().decode(bytes)) as string;
}
