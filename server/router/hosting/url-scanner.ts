import type { JsonListener } from '../json/json-scan';

/** URL that is a whole string value of a JSON document. */
export interface NamedUrl {
  address: string;
  /** Member names and array indexes from the root. */
  path: readonly (string | number)[];
  /** Byte range of the string with its quotes: `[start, end)`. */
  start: number;
  end: number;
}

const MAX_LENGTH = 8192;

/**
 * Finds http(s) URLs in JSON during the scan, without building the document, since responses may contain megabytes of inline
 * images. URLs inside longer texts are ignored.
 */
export class UrlScanner implements JsonListener {
  readonly longest = MAX_LENGTH;
  readonly found: NamedUrl[] = [];
  /** Position in each open container: an index, or a raw member name. Names are decoded only if a URL is found. */
  readonly #positions: (number | Uint8Array)[] = [];

  opened(isArray: boolean): void {
    this.#positions.push(isArray ? 0 : NO_NAME);
  }

  closed(): void {
    this.#positions.pop();
  }

  next(): void {
    const position = this.#positions.at(-1);
    if (typeof position === 'number') this.#positions[this.#positions.length - 1] = position + 1;
  }

  string(bytes: Uint8Array | null, isName: boolean, start: number): void {
    if (isName) {
      this.#positions[this.#positions.length - 1] = bytes ?? NO_NAME;
      return;
    }
    const address = bytes === null ? null : addressOf(bytes);
    if (bytes === null || address === null) return;
    const path = this.#positions.map((position) => (typeof position === 'number' ? position : stringOf(position)));
    this.found.push({ address, path, start, end: start + bytes.byteLength });
  }
}

const NO_NAME = new TextEncoder().encode('""');

/** Replaces URLs and leaves all other bytes unchanged, without copying them. */
export function replaceUrls(
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
      // A URL that starts in an earlier chunk was written there.
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
  // Fast path: most strings are not URLs.
  if (HTTP.some((sign, index) => ((bytes[index + 1] ?? 0) | 0x20) !== sign)) return null;
  const address = stringOf(bytes);
  return /^https?:\//i.test(address) && URL.canParse(address) && !/\s/.test(address) ? address : null;
}

/** Decodes a valid JSON string. */
function stringOf(bytes: Uint8Array): string {
  return String(JSON.parse(new TextDecoder().decode(bytes)));
}
