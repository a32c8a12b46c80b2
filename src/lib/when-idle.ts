/** Settles when the page has nothing to do, or when that does not come in time. */
export function whenIdle(atMostMs: number): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no idle callback.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: atMostMs });
    else setTimeout(resolve, atMostMs / 4);
  });
}
