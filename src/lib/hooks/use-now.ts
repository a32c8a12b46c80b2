import { useCallback, useSyncExternalStore } from 'react';

interface Ticker {
  listeners: Set<() => void>;
  stop: () => void;
}

/** One timer for all that wait for the same step: a list has hundreds of ages. */
const tickers = new Map<number, Ticker>();

function startTicker(everyMs: number): Ticker {
  const listeners = new Set<() => void>();
  const tick = () => {
    for (const listener of listeners) listener();
  };
  const timer = setInterval(tick, everyMs);
  // Timers of a hidden tab are throttled; its ages are updated when it becomes visible.
  document.addEventListener('visibilitychange', tick);
  const stop = () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', tick);
  };
  return { listeners, stop };
}

function subscribeTo(everyMs: number, listener: () => void): () => void {
  const ticker = tickers.get(everyMs) ?? startTicker(everyMs);
  tickers.set(everyMs, ticker);
  ticker.listeners.add(listener);
  return () => {
    ticker.listeners.delete(listener);
    if (ticker.listeners.size > 0) return;
    ticker.stop();
    tickers.delete(everyMs);
  };
}

/**
 * Returns the wall clock in steps: a component that shows ages re-renders at most once per step.
 * @param everyMs length of a step
 */
export function useNow(everyMs: number): number {
  const subscribe = useCallback((listener: () => void) => subscribeTo(everyMs, listener), [everyMs]);
  const step = () => Math.floor(Date.now() / everyMs) * everyMs;
  return useSyncExternalStore(subscribe, step, step);
}
