/** A page that handles input within 50 ms feels immediate. Less than that, since the machine may be slower or have other work. */
const SLICE_MS = 8;

/**
 * Returns what to await between the parts of long work: it lets the page handle input and paint once the parts since the last
 * pause have taken long enough to matter.
 */
export function pauseForPage(now: () => number = () => performance.now()): () => Promise<void> {
  let last = now();
  return async () => {
    if (now() - last < SLICE_MS) return;
    await nextTask();
    last = now();
  };
}

function nextTask(): Promise<void> {
  // Safari and older browsers have no scheduler; a timer may run after tasks that came later.
  return 'scheduler' in globalThis ? scheduler.yield() : new Promise((resolve) => setTimeout(resolve, 0));
}
