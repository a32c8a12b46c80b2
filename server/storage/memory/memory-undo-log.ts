/** Undo steps of a transaction, newest last. */
export class Journal {
  #steps: (() => void)[] | null = null;

  transaction<T>(work: () => T): T {
    const outer = this.#steps;
    const steps: (() => void)[] = [];
    this.#steps = steps;
    try {
      const result = work();
      outer?.push(...steps);
      return result;
    } catch (error) {
      for (const undo of steps.reverse()) undo();
      throw error;
    } finally {
      this.#steps = outer;
    }
  }

  /** Sets one entry, or deletes it if `undefined`, and records how to restore the old value. */
  write<Key, Value>(map: Map<Key, Value>, key: Key, value: Value | undefined): void {
    const before = map.get(key);
    this.#steps?.push(() => put(map, key, before));
    put(map, key, value);
  }
}

function put<Key, Value>(map: Map<Key, Value>, key: Key, value: Value | undefined): void {
  if (value === undefined) map.delete(key);
  else map.set(key, value);
}

/** Copies values on the way in and out, as a database does. */
export const copy = <T>(value: T): T => structuredClone(value);
