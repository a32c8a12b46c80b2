/** The part of the Web Locks API that Flowdeck uses. */
export interface LockSource {
  /** With `ifAvailable`, `work` gets `null` at once if the lock is held. Not together with `signal`. */
  request<T>(name: string, options: LockRequest, work: (lock: object | null) => Promise<T>): Promise<T>;
}

type LockRequest = { signal: AbortSignal } | { ifAvailable: boolean };

interface Waiter {
  start: () => void;
}

/**
 * Creates locks within this tab, for pages without `navigator.locks` (plain HTTP to another machine). They are FIFO per name, as
 * Web Locks are.
 */
export function createLocalLocks(): LockSource {
  const held = new Set<string>();
  const waiting = new Map<string, Waiter[]>();

  const release = (name: string) => {
    const next = waiting.get(name)?.shift();
    if (next) next.start();
    else {
      held.delete(name);
      waiting.delete(name);
    }
  };

  return {
    request: (name, options, work) =>
      new Promise((resolve, reject) => {
        const signal = 'signal' in options ? options.signal : null;
        const run = () => {
          signal?.removeEventListener('abort', withdraw);
          void Promise.resolve({ name })
            .then(work)
            .then(resolve, reject)
            .finally(() => release(name));
        };
        const waiter: Waiter = { start: run };
        const withdraw = () => {
          const queue = waiting.get(name);
          const position = queue?.indexOf(waiter) ?? -1;
          if (position >= 0) queue?.splice(position, 1);
          reject(signal?.reason);
        };
        if (signal?.aborted) {
          reject(signal.reason);
          return;
        }
        if (!held.has(name)) {
          held.add(name);
          run();
          return;
        }
        if ('ifAvailable' in options && options.ifAvailable) {
          resolve(work(null));
          return;
        }
        const queue = waiting.get(name) ?? [];
        queue.push(waiter);
        waiting.set(name, queue);
        signal?.addEventListener('abort', withdraw, { once: true });
      }),
  };
}

/** Returns locks across the tabs of this browser if supported, otherwise within this tab. */
export function browserLocks(): LockSource {
  return hasWebLocks() ? navigator.locks : createLocalLocks();
}

function hasWebLocks(): boolean {
  // Missing in insecure contexts, which the types do not reflect.
  return typeof navigator !== 'undefined' && (navigator as Partial<Navigator>).locks !== undefined;
}
