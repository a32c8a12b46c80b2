/** How to take back what a transaction did, newest step last. */
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

  /** Sets or (undefined) deletes one entry, so that a rollback can put the old one back. */
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

/** Callers get and give copies, as with a database. */
export const copy = <T>(value: T): T => structuredClone(value);
