/**
 * What an earlier page left unfinished goes on by itself: submissions whose outcome is unknown are looked for
 * (design 5, Safe submission). After the first paint, so that no screen waits for it.
 */
export function resumeWork(): void {
  const resume = () => {
    void import('@/api/outbox/outbox').then(({ resumeOutbox }) => resumeOutbox());
  };
  // Safari has no idle callback.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(resume, { timeout: 2000 });
  else setTimeout(resume, 500);
}
