import { useEffect, useState } from 'react';

/** Returns the newest value, at most one per interval; the first one at once. */
export function useThrottledValue<Value>(value: Value, everyMs: number): Value {
  const [shown, setShown] = useState(() => ({ value, at: performance.now() }));
  // Waits for a timer.
  useEffect(() => {
    if (value === shown.value) return undefined;
    const restMs = shown.at + everyMs - performance.now();
    const timer = setTimeout(() => setShown({ value, at: performance.now() }), Math.max(0, restMs));
    return () => clearTimeout(timer);
  }, [value, shown, everyMs]);
  return shown.value;
}
