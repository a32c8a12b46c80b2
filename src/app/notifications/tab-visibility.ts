const LOCK = 'flowdeck.looked-at';

/** Holds a shared lock while this tab is in sight, so that hidden ones know. Ends with the returned function. */
export function shareSight(): () => void {
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

/** Whether some tab of Flowdeck is in sight: who looks at it needs no notice. */
export async function isLookedAt(): Promise<boolean> {
  if (!document.hidden) return true;
  const state = await navigator.locks?.query();
  return state?.held?.some(({ name }) => name === LOCK) ?? false;
}
