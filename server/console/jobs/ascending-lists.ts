/** The remaining candidates of a selection among several ascending lists. */
export class AscendingLists {
  readonly #lists: readonly Float64Array[];
  /** Start of the remaining range in each list; `#to` is its end (exclusive). */
  readonly #from: Uint32Array;
  readonly #to: Uint32Array;
  #size: number;

  constructor(lists: readonly Float64Array[]) {
    this.#lists = lists;
    this.#from = new Uint32Array(lists.length);
    this.#to = Uint32Array.from(lists, ({ length }) => length);
    this.#size = lists.reduce((sum, { length }) => sum + length, 0);
  }

  get size(): number {
    return this.#size;
  }

  /** Returns the smallest and the largest remaining number. */
  range(): { low: number; high: number } {
    let low = Infinity;
    let high = -Infinity;
    this.#each((list, from, to) => {
      low = Math.min(low, list[from] ?? 0);
      high = Math.max(high, list[to - 1] ?? 0);
    });
    return { low, high };
  }

  /** Counts the remaining numbers up to and including `bound`. */
  countUpTo(bound: number): number {
    let count = 0;
    this.#each((list, from, to) => (count += placeBehind(bound, list, from, to) - from));
    return count;
  }

  /** @returns the number of dropped numbers */
  dropUpTo(bound: number): number {
    const before = this.#size;
    this.#each((list, from, to, at) => {
      this.#from[at] = placeBehind(bound, list, from, to);
      this.#size -= (this.#from[at] ?? 0) - from;
    });
    return before - this.#size;
  }

  dropAbove(bound: number): void {
    this.#each((list, from, to, at) => {
      this.#to[at] = placeBehind(bound, list, from, to);
      this.#size -= to - (this.#to[at] ?? 0);
    });
  }

  copyTo(target: Float64Array): void {
    let filled = 0;
    this.#each((list, from, to) => {
      for (let index = from; index < to; index += 1) target[filled++] = list[index] ?? 0;
    });
  }

  /** Visits the lists that are not empty. */
  #each(visit: (list: Float64Array, from: number, to: number, at: number) => void): void {
    for (let at = 0; at < this.#lists.length; at += 1) {
      const list = this.#lists[at];
      const from = this.#from[at] ?? 0;
      const to = this.#to[at] ?? 0;
      if (list && from < to) visit(list, from, to, at);
    }
  }
}

/** Returns the first index in `from..to` whose number is larger than `bound`; otherwise `to`. */
function placeBehind(bound: number, list: Float64Array, from: number, to: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((list[middle] ?? 0) <= bound) low = middle + 1;
    else high = middle;
  }
  return low;
}
