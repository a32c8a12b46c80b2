// Starts each file like a browser without data. All files of a run share an origin: a job or batch that one of them left behind
// would go on in the next one, against another gateway.
const DELETE_MS = 20_000;

localStorage.clear();
sessionStorage.clear();
const databases = await indexedDB.databases();
await Promise.all([
  ...databases.map(({ name }) => (name === undefined ? null : deleteDatabase(name))),
  ...(await caches.keys()).map((name) => caches.delete(name)),
]);

/** Waits until the page of the file before has closed the database. */
function deleteDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error ?? new Error(`${name} cannot be deleted`));
    setTimeout(() => reject(new Error(`${name} is still open`)), DELETE_MS);
  });
}
