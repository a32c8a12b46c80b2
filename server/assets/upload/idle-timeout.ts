import type { Clock } from '../../clock';

/** A connection without data for this long counts as dead; otherwise it would keep its temporary file forever. */
export const UPLOAD_IDLE_MS = 60_000;

export class UploadIdle extends Error {
  constructor() {
    super(`Upload timed out: no data for ${UPLOAD_IDLE_MS / 1000} s`);
    this.name = 'UploadIdle';
  }
}

/** @throws UploadIdle when `work` has not settled in time; it is not stopped by that. */
export function beforeIdle<T>(clock: Clock, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const takeBack = clock.after(UPLOAD_IDLE_MS, () => reject(new UploadIdle()));
    work.then(resolve, reject).finally(takeBack);
  });
}

/** Yields the chunks of a source and limits the wait for each; processing time does not count. */
export async function* untilIdle(clock: Clock, source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const iterator = source[Symbol.asyncIterator]();
  let isDone = false;
  try {
    for (;;) {
      const next = await beforeIdle(clock, iterator.next());
      if (next.done) {
        isDone = true;
        return;
      }
      yield next.value;
    }
  } finally {
    // Not awaited: a source that is waiting for a chunk does not return before it arrives.
    if (!isDone) void iterator.return?.().catch(() => {});
  }
}
