/** Returns a function that does the work, never twice at the same time: calls meanwhile lead to one more time afterwards. */
export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  function start(): Promise<void> {
    current = work().finally(() => (current = null));
    return current;
  }

  return () => {
    // One that has not begun does also for this call.
    if (next) return next;
    if (!current) return start();
    next = current
      .catch(() => {})
      .then(() => {
        next = null;
        return start();
      });
    return next;
  };
}
