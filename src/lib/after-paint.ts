/** Where nothing is drawn, as in a hidden tab, there is nothing to wait for. */
const AT_MOST_MS = 300;

let first: Promise<void> = Promise.resolve();

/** Lets `afterPaint` wait for a picture that takes several frames to be made, such as that of a whole page. */
export function waitForFirstRender(picture: Promise<void>): void {
  first = picture;
}

/**
 * Settles once what is being rendered now has been painted. For code that the picture can do without: fetched while React
 * renders, it would be there before the paint and run first.
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
