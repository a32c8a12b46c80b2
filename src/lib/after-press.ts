const RELEASES = ['pointerup', 'pointercancel', 'dragend', 'blur'];

let isWatched = false;
let isPressed = false;

/** Lets `afterPress` know of presses from now on. Calling it again does nothing. */
export function watchPresses(): void {
  if (isWatched) return;
  isWatched = true;
  addEventListener('pointerdown', () => (isPressed = true), { capture: true });
  for (const type of RELEASES) addEventListener(type, () => (isPressed = false), { capture: true });
}

/**
 * Resolves once no pointer is pressed and its click has been handled: at once if none is. If an element is replaced between press and
 * release, the browser drops the click.
 */
export function afterPress(): Promise<void> {
  if (!isPressed) return Promise.resolve();
  return new Promise((resolve) => {
    const gone = new AbortController();
    const release = () => {
      gone.abort();
      // The click follows the release, in the same task.
      setTimeout(resolve, 0);
    };
    for (const type of RELEASES) addEventListener(type, release, { capture: true, signal: gone.signal });
  });
}
