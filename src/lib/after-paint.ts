/** Time limit: if nothing is painted, as in a hidden tab, there is nothing to wait for. */
const AT_MOST_MS = 300;

let first: Promise<void> = Promise.resolve();

/** Makes `afterPaint` wait for a first render that takes several frames, such as that of a whole page. */
export function waitForFirstRender(render: Promise<void>): void {
  first = render;
}

/**
 * Resolves once the current render has been painted. For code that the paint does not need: fetched during rendering, it would
 * arrive before the paint and run first.
 */
export function afterPaint(): Promise<void> {
  return first.then(nextPaint);
}

function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, AT_MOST_MS);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      setTimeout(resolve, 0);
    });
  });
}
