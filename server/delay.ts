import type { Clock } from './clock';

/** Resolves after `ms`. @throws the reason of the signal. */
export function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const takeBack = clock.after(ms, () => {
      signal.removeEventListener('abort', abort);
      resolve();
    });
    const abort = () => {
      takeBack();
      reject(signal.reason);
    };
    signal.addEventListener('abort', abort, { once: true });
  });
}
