interface GatherOptions<T> {
  /** Time to wait for further keys before the first load, in milliseconds. */
  waitMs: number;
  /** Maximum number of keys per load. */
  most: number;
  /** Loads several values; the others are `null`. */
  load: (keys: readonly string[]) => Promise<ReadonlyMap<string, T>>;
}

interface Waiting<T> {
  promise: Promise<T | null>;
  resolve: (value: T | null) => void;
  reject: (error: unknown) => void;
}

/**
 * Returns a function that loads one value together with others that are requested at about the same time. One load runs at a time;
 * keys that are requested meanwhile are in the next one. A failed load rejects all of its keys.
 */
export function gather<T>({ waitMs, most, load }: GatherOptions<T>): (key: string) => Promise<T | null> {
  const waiting = new Map<string, Waiting<T>>();
  let isBusy = false;

  const loadAll = async () => {
    while (waiting.size > 0) {
      const taken = [...waiting].slice(0, most);
      for (const [key] of taken) waiting.delete(key);
      try {
        const loaded = await load(taken.map(([key]) => key));
        for (const [key, { resolve }] of taken) resolve(loaded.get(key) ?? null);
      } catch (error) {
        for (const [, { reject }] of taken) reject(error);
      }
    }
    isBusy = false;
  };

  return (key) => {
    const known = waiting.get(key) ?? newWaiting<T>();
    waiting.set(key, known);
    if (!isBusy) {
      isBusy = true;
      setTimeout(() => void loadAll(), waitMs);
    }
    return known.promise;
  };
}

function newWaiting<T>(): Waiting<T> {
  let resolve: Waiting<T>['resolve'] = () => {};
  let reject: Waiting<T>['reject'] = () => {};
  const promise = new Promise<T | null>((onValue, onError) => {
    resolve = onValue;
    reject = onError;
  });
  return { promise, resolve, reject };
}
