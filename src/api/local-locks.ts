/** The part of the Web Locks API that Flowdeck uses. */
export interface LockSource {
  request<T>(name: string, options: { signal: AbortSignal }, work: () => Promise<T>): Promise<T>;
}

interface Waiter {
  start: () => void;
}

/**
 * Locks within this tab, for pages without `navigator.locks` (plain http to another machine). First come, first served
 * per name, as Web Locks are.
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
    request: (name, { signal }, work) =>
      new Promise((resolve, reject) => {
        const run = () => {
          signal.removeEventListener('abort', withdraw);
          void Promise.resolve()
            .then(work)
            .then(resolve, reject)
            .finally(() => release(name));
        };
        const waiter: Waiter = { start: run };
        const withdraw = () => {
          const queue = waiting.get(name);
          const place = queue?.indexOf(waiter) ?? -1;
          if (place >= 0) queue?.splice(place, 1);
          reject(signal.reason);
        };
        if (signal.aborted) {
          reject(signal.reason);
          return;
        }
        if (!held.has(name)) {
          held.add(name);
          run();
          return;
        }
        const queue = waiting.get(name) ?? [];
        queue.push(waiter);
        waiting.set(name, queue);
        signal.addEventListener('abort', withdraw, { once: true });
      }),
  };
}

/** Locks across the tabs of this browser where it has them, else within this tab. */
export function browserLocks(): LockSource {
  return hasWebLocks() ? navigator.locks : createLocalLocks();
}

function hasWebLocks(): boolean {
  return typeof navigator !== 'undefined' && (navigator as Partial<Navigator>).locks !== undefined;
}
