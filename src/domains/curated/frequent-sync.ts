// Apart from `keep-in-sync.ts`, whose code pages need not load.
let requests = 0;

/** Makes changes of other browsers appear within seconds, for a page that shows their work. Returns a function that ends this. */
export function requestFrequentSync(): () => void {
  requests += 1;
  return () => {
    requests -= 1;
  };
}

export function isFrequentSyncRequested(): boolean {
  return requests > 0;
}
