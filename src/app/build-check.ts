/** After a check that failed, or a new build of which a file could not be downloaded. */
export const RETRY_MS = 10_000;

/** @returns a check for a newer build, retried until the check and the download of the new build succeed */
export function buildCheck(registration: ServiceWorkerRegistration): () => void {
  let retry: ReturnType<typeof setTimeout> | undefined;
  const checkLater = () => {
    clearTimeout(retry);
    retry = setTimeout(check, RETRY_MS);
  };
  const check = () => {
    clearTimeout(retry);
    // A check that starts during a failing one fails with it, even if the gateway is reachable again.
    registration.update().catch(checkLater);
  };
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'redundant') checkLater();
    });
  });
  return check;
}
