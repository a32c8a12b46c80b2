/** In-memory FIFO job queue. The store is the source of truth. */
export class JobQueue {
  #ids: string[] = [];

  [Symbol.iterator](): Iterator<string> {
    return this.#ids.values();
  }

  first(): string | undefined {
    return this.#ids[0];
  }

  head(limit: number): string[] {
    return this.#ids.slice(0, limit);
  }

  push(id: string): void {
    this.#ids.push(id);
  }

  clear(): void {
    this.#ids = [];
  }

  remove(id: string): boolean {
    const index = this.#ids.indexOf(id);
    if (index === -1) return false;
    this.#ids.splice(index, 1);
    return true;
  }

  /** Returns the position, 1 for the next job; `null` if the job is not queued. */
  position(id: string): number | null {
    const index = this.#ids.indexOf(id);
    return index === -1 ? null : index + 1;
  }
}
