import { useCallback, useSyncExternalStore } from 'react';

/**
 * The wall clock in steps: a component that shows ages draws itself again once a step and not more often.
 * @param everyMs length of a step
 */
export function useNow(everyMs: number): number {
  const subscribe = useCallback(
    (onTick: () => void) => {
      const timer = setInterval(onTick, everyMs);
      // Timers of a hidden tab are slowed down; its ages are set right when it is looked at.
      document.addEventListener('visibilitychange', onTick);
      return () => {
        clearInterval(timer);
        document.removeEventListener('visibilitychange', onTick);
      };
    },
    [everyMs],
  );
  return useSyncExternalStore(subscribe, () => Math.floor(Date.now() / everyMs) * everyMs);
}
