/**
 * Processes a list in order with limited concurrency. When it is aborted, active items are finished and the rest is
 * skipped.
 */
export async function mapConcurrent<Item>(
  items: readonly Item[],
  limit: number,
  signal: AbortSignal,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = items.values();
  const worker = async () => {
    while (!signal.aborted) {
      const { done, value } = rest.next();
      if (done) return;
      await work(value);
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
}

/** Relayed servers share the six connections of our origin; two remain free for the page. */
const REQUESTS_AT_ONCE = 4;

/**
 * Runs work on several servers concurrently, so that a slow or unreachable one does not stop the others.
 * @param work gets the maximum number of concurrent requests to its server
 */
export function runAtServers<Server>(
  servers: readonly Server[],
  signal: AbortSignal,
  work: (server: Server, limit: number) => Promise<void>,
): Promise<void> {
  const sideBySide = Math.max(1, Math.min(servers.length, REQUESTS_AT_ONCE));
  const limit = Math.floor(REQUESTS_AT_ONCE / sideBySide);
  return mapConcurrent(servers, sideBySide, signal, (server) => work(server, limit));
}
