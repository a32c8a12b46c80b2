/** Works through a list, a few at a time, in its order. What is under way when it is stopped is finished; the rest is left. */
export async function runBounded<Item>(
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
