/** Resolves when the page is idle, or after the time limit. */
export function whenIdle(atMostMs: number): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no idle callback.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: atMostMs });
    else setTimeout(resolve, atMostMs / 4);
  });
}
