/**
 * The chunks of a source until the signal aborts. A plain loop sees an abort only at the next chunk, which never comes
 * from a connection that hangs. @throws the reason of the signal.
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
  const listening = new AbortController();
  const aborted = rejectionOf(signal, listening.signal);
  let isDone = false;
  try {
    for (;;) {
      const next = await Promise.race([iterator.next(), aborted]);
      if (next.done) {
        isDone = true;
        return;
      }
      yield next.value;
    }
  } finally {
    listening.abort();
    // Not awaited: a generator that waits for a chunk does not return before it comes.
    if (!isDone) void iterator.return?.().catch(() => {});
  }
}

function rejectionOf(signal: AbortSignal, listening: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true, signal: listening });
  });
}
