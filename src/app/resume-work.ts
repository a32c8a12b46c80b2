/**
 * What an earlier page left unfinished goes on by itself: submissions whose outcome is unknown are looked for
 * (design 5, Safe submission). After the first paint, so that no screen waits for it.
 */
export function resumeWork(): void {
  // Safari has no idle callback.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(resume, { timeout: 2000 });
  else setTimeout(resume, 500);
}

/** A gateway that is away does not give the code. */
const AGAIN_AFTER_MS = 5000;

function resume(): void {
  import('@/api/outbox/outbox').then(
    ({ resumeOutbox }) => resumeOutbox(),
    () => setTimeout(resume, AGAIN_AFTER_MS),
  );
}
