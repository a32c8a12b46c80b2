import { browserLocks } from '@/lib/web-locks';

const NAME = 'flowdeck.notices';

/**
 * Returns a function that resolves with true in exactly one tab for each key: the first that asks. The lock decides between tabs
 * that ask at once; the message keeps the key taken after that tab was closed.
 */
export function createNoticeClaims(): (key: string) => Promise<boolean> {
  const taken = new Set<string>();
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(NAME);
  channel?.addEventListener('message', ({ data }: MessageEvent<string>) => taken.add(data));
  const locks = browserLocks();
  return async (key) => {
    if (taken.has(key)) return false;
    taken.add(key);
    return new Promise((resolve) => {
      void locks.request(`${NAME}.${key}`, { ifAvailable: true }, async (lock) => {
        resolve(lock !== null);
        if (!lock) return;
        channel?.postMessage(key);
        // Held as long as the page is open.
        await new Promise<never>(() => {});
      });
    });
  };
}
