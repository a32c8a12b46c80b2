/** The jobs that wait, first in first out. The store holds them for good; this is their order in memory. */
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

  /** 1 for the job that runs next; null for one that does not wait. */
  position(id: string): number | null {
    const index = this.#ids.indexOf(id);
    return index === -1 ? null : index + 1;
  }
}
