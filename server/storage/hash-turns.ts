/**
 * One at a time per blob: naming bytes and removing them never interleave. A blob store runs its final step of `put`
 * and `adopt`, and its `remove`, in a turn of the hash.
 */
export class HashTurns {
  readonly #last = new Map<string, Promise<void>>();

  /**
   * With `lingering` the turn lasts one more pass of the event loop after the work is done. The caller of `put` goes on
   * in a microtask, before any such pass, and writes the record that refers to the bytes; a `remove` that waits for its
   * turn sees that record and leaves them.
   */
  async run<T>(hash: string, work: () => Promise<T>, { lingering = false } = {}): Promise<T> {
    const before = this.#last.get(hash);
    let end = () => {};
    const turn = new Promise<void>((resolve) => (end = resolve));
    this.#last.set(hash, turn);
    void turn.then(() => {
      if (this.#last.get(hash) === turn) this.#last.delete(hash);
    });
    try {
      await before;
      return await work();
    } finally {
      if (lingering) setTimeout(end, 0);
      else end();
    }
  }
}
