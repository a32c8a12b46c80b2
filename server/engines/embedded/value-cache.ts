import { valueBytes, type NodeValue } from './values';

/**
 * Results of nodes between runs, by a key that names the class, its inputs and all that stands before it. Bounded by
 * bytes; what was not used for longest goes first.
 */
export class ValueCache {
  readonly #maxBytes: number;
  readonly #entries = new Map<string, { values: NodeValue[]; bytes: number }>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(key: string): NodeValue[] | null {
    const entry = this.#entries.get(key);
    if (!entry) return null;
    // The last one of a Map is the youngest.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.values;
  }

  put(key: string, values: NodeValue[]): void {
    const bytes = values.reduce((sum, value) => sum + valueBytes(value), 0);
    if (bytes > this.#maxBytes) return;
    this.#remove(key);
    this.#entries.set(key, { values, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#remove(oldest);
    }
  }

  #remove(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
  }
}
