/**
 * Mutex per blob: naming bytes and removing them never interleave. A blob store runs the final step of `put` and `adopt`, and all
 * of `remove`, under the mutex of the hash.
 */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<void>>();

  /**
   * With `lingering`, the mutex is held for one more turn of the event loop after the work. The caller of `put` continues in a
   * microtask, before such a turn, and writes the record that refers to the bytes. A waiting `remove` then sees that record and
   * keeps the bytes.
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

/** Never rejects: an error concerns the caller of that work, not the next one. */
async function endOf(result: Promise<unknown>, lingering: boolean): Promise<void> {
  try {
    await result;
  } catch {
    return;
  }
  if (lingering) await new Promise((resolve) => setTimeout(resolve, 0));
}
