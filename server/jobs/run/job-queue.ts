/** Order of the queued jobs in memory, by rank, lowest first. The store is the source of truth. */
export class JobQueue {
  readonly #ids: string[] = [];
  readonly #ranks = new Map<string, number>();

  [Symbol.iterator](): Iterator<string> {
    return this.#ids.values();
  }

  get length(): number {
    return this.#ids.length;
  }

  head(limit: number): string[] {
    return this.#ids.slice(0, limit);
  }

  /** Adds a job, or moves it if it is queued. */
  put(id: string, rank: number): void {
    this.remove(id);
    this.#ids.splice(this.#indexOf(id, rank), 0, id);
    this.#ranks.set(id, rank);
  }

  clear(): void {
    this.#ids.length = 0;
    this.#ranks.clear();
  }

  remove(id: string): boolean {
    const rank = this.#ranks.get(id);
    if (rank === undefined) return false;
    this.#ids.splice(this.#indexOf(id, rank), 1);
    this.#ranks.delete(id);
    return true;
  }

  rank(id: string): number | null {
    return this.#ranks.get(id) ?? null;
  }

  /** Returns the position, 1 for the next job; `null` if the job is not queued. */
  position(id: string): number | null {
    const rank = this.#ranks.get(id);
    return rank === undefined ? null : this.#indexOf(id, rank) + 1;
  }

  /** Returns the index of this job, or the one that it would have. Jobs of the same rank are in order of their ids. */
  #indexOf(id: string, rank: number): number {
    let low = 0;
    let high = this.#ids.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = this.#ids[middle] ?? '';
      const otherRank = this.#ranks.get(other) ?? 0;
      if (otherRank < rank || (otherRank === rank && other < id)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
