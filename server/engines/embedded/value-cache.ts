import { valueBytes, type NodeValue } from './values';

/**
 * LRU cache of node results between runs, limited by bytes. The key is derived from the class, its inputs and all upstream
 * nodes.
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
    // Reinserted, since a Map is ordered by insertion and the last entry is the most recent.
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
