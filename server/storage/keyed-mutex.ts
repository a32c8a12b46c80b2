/**
 * One at a time per blob: naming bytes and removing them never interleave. A blob store runs its final step of `put`
 * and `adopt`, and its `remove`, in a turn of the hash.
 */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<void>>();

  /**
   * With `lingering` the turn lasts one more pass of the event loop after the work is done. The caller of `put` goes on
   * in a microtask, before any such pass, and writes the record that refers to the bytes; a `remove` that waits for its
   * turn sees that record and leaves them.
   */
  run<T>(hash: string, work: () => Promise<T>, { lingering = false } = {}): Promise<T> {
    const result = after(this.#last.get(hash), work);
    const turn = endOf(result, lingering);
    this.#last.set(hash, turn);
    void this.#forget(hash, turn);
    return result;
  }

  async #forget(hash: string, turn: Promise<void>): Promise<void> {
    await turn;
    if (this.#last.get(hash) === turn) this.#last.delete(hash);
  }
}

async function after<T>(previous: Promise<void> | undefined, work: () => Promise<T>): Promise<T> {
  await previous;
  return await work();
}

/** Never rejects: the error of a turn is its caller's, not that of the next one. */
async function endOf(result: Promise<unknown>, lingering: boolean): Promise<void> {
  try {
    await result;
  } catch {
    return;
  }
  if (lingering) await new Promise((resolve) => setTimeout(resolve, 0));
}
