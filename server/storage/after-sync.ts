import type { AppDeps } from '../deps';
import { pause } from '../delay';
import { StoreUnusable } from './store-errors';

const RETRY_MS = 5000;

type SyncDeps = Pick<AppDeps, 'store' | 'clock'>;

/** As `Store.synced`, however long the disk refuses. @returns false if the signal aborts before */
export async function untilSynced({ store, clock }: SyncDeps, signal: AbortSignal): Promise<boolean> {
  for (;;) {
    try {
      await store.synced();
      return true;
    } catch (error) {
      if (!(error instanceof StoreUnusable)) throw error;
    }
    await pause(clock, RETRY_MS, signal).catch(() => {});
    if (signal.aborted) return false;
  }
}

/** What is done, in order, once all that was committed before is on disk. */
export class AfterSync {
  readonly #deps: SyncDeps & Pick<AppDeps, 'log'>;
  readonly #waiting = new Set<Promise<void>>();
  readonly #closing = new AbortController();

  constructor(deps: SyncDeps & Pick<AppDeps, 'log'>) {
    this.#deps = deps;
  }

  /** Never, if the disk refuses until the gateway closes. */
  run(work: () => void): void {
    const waiting = this.#run(work).finally(() => this.#waiting.delete(waiting));
    this.#waiting.add(waiting);
  }

  /** Resolves when nothing is done any more. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#waiting);
  }

  async #run(work: () => void): Promise<void> {
    try {
      if (await untilSynced(this.#deps, this.#closing.signal)) work();
    } catch (error) {
      this.#deps.log.error({ err: error }, 'What follows a commit could not be done');
    }
  }
}
