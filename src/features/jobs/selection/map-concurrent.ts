/** Works through a list, a few at a time, in its order. What is under way when it is stopped is finished; the rest is left. */
export async function mapConcurrent<Item>(
  items: readonly Item[],
  limit: number,
  signal: AbortSignal,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < items.length && !signal.aborted) {
      const item = items[next] as Item;
      next += 1;
      await work(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
}

/** Relayed servers share the six connections of our origin: two stay free for the page. */
const REQUESTS_AT_ONCE = 4;

/**
 * Works at several servers side by side, so that one that is slow or down stops none of the others.
 * @param work gets the number of requests that may be under way at its server
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
