/** After a check that failed, or a new build of which a file could not be downloaded. */
export const RETRY_MS = 10_000;

/** @returns a check for a newer build that is repeated until it and the download of what it finds succeed */
export function buildCheck(registration: ServiceWorkerRegistration): () => void {
  let retry: ReturnType<typeof setTimeout> | undefined;
  const checkLater = () => {
    clearTimeout(retry);
    retry = setTimeout(check, RETRY_MS);
  };
  const check = () => {
    clearTimeout(retry);
    // A check that begins during one that is about to fail fails with it, although the gateway is back.
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
