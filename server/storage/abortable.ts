/**
 * Yields the chunks of a source until the signal aborts. A plain loop notices an abort only at the next chunk, which a hanging
 * connection never sends.
 * @throws the reason of the signal.
 */
export async function* abortable(
  source: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncIterable<Uint8Array> {
  signal?.throwIfAborted();
  if (!signal) {
    yield* source;
    return;
  }
  const iterator = source[Symbol.asyncIterator]();
  // Not `Promise.race` with a single abort promise: that promise would keep all chunks alive until the end.
  let giveUp: ((reason: unknown) => void) | null = null;
  const onAbort = () => giveUp?.(signal.reason);
  signal.addEventListener('abort', onAbort);
  let isDone = false;
  try {
    for (;;) {
      signal.throwIfAborted();
      const next = await new Promise<IteratorResult<Uint8Array>>((resolve, reject) => {
        giveUp = reject;
        iterator.next().then(resolve, reject);
      });
      if (next.done) {
        isDone = true;
        return;
      }
      yield next.value;
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    // Not awaited: a generator that waits for a chunk returns only after that chunk.
    if (!isDone) void iterator.return?.().catch(() => {});
  }
}
