import type { Locator } from 'vitest/browser';

/**
 * Calls back once an element that is on the page has gone, before any other task: a busy browser has keys waiting that come next.
 * Resolves with what the callback returns.
 */
export function whenGone<Result>(element: Locator, gone: () => Result): Promise<Result> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (element.query()) return;
      observer.disconnect();
      resolve(gone());
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
}
