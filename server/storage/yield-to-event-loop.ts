/** Lets what waits be answered first. A timer of 0 ms would wait for a whole millisecond. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
