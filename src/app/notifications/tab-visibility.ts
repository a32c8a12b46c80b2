const LOCK = 'flowdeck.looked-at';

/** Holds a shared lock while this tab is visible, so that hidden tabs can detect it. Returns a function that stops this. */
export function shareVisibility(): () => void {
  let letGo: (() => void) | null = null;
  const follow = () => {
    letGo?.();
    letGo = null;
    if (document.hidden) return;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    void navigator.locks?.request(LOCK, { mode: 'shared' }, () => held);
  };
  follow();
  document.addEventListener('visibilitychange', follow);
  return () => {
    document.removeEventListener('visibilitychange', follow);
    letGo?.();
  };
}

/** Returns true if any Flowdeck tab is visible; the user then needs no notification. */
export async function isAnyTabVisible(): Promise<boolean> {
  if (!document.hidden) return true;
  const state = await navigator.locks?.query();
  return state?.held?.some(({ name }) => name === LOCK) ?? false;
}
