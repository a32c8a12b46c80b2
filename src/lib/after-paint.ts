/** Where nothing is drawn, as in a hidden tab, there is nothing to wait for. */
const AT_MOST_MS = 300;

/**
 * Settles once what is being rendered now has been painted. For code that the picture can do without: fetched while React
 * renders, it would be there before the paint and run first.
 */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, AT_MOST_MS);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      setTimeout(resolve, 0);
    });
  });
}
