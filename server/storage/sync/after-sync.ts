import type { AppDeps } from '../../deps';
import { pause } from '../../delay';
import { StoreUnusable } from '../store-errors';

const RETRY_MS = 5000;

type SyncDeps = Pick<AppDeps, 'store' | 'clock'>;

/** Waits like `Store.synced`, but retries as long as the disk fails. @returns false if the signal aborts first */
export async function waitUntilSynced({ store, clock }: SyncDeps, signal: AbortSignal): Promise<boolean> {
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

/** Runs callbacks in order, each after all earlier commits are on disk. */
export class AfterSync {
  readonly #deps: SyncDeps & Pick<AppDeps, 'log'>;
  readonly #waiting = new Set<Promise<void>>();
  readonly #closing = new AbortController();

  constructor(deps: SyncDeps & Pick<AppDeps, 'log'>) {
    this.#deps = deps;
  }

  /** Schedules a callback. It never runs if the disk fails until the gateway closes. */
  run(work: () => void): void {
    const waiting = this.#run(work).finally(() => this.#waiting.delete(waiting));
    this.#waiting.add(waiting);
  }

  /** Resolves when no callback is pending or running. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#waiting);
  }

  async #run(work: () => void): Promise<void> {
    try {
      if (await waitUntilSynced(this.#deps, this.#closing.signal)) work();
    } catch (error) {
      this.#deps.log.error({ err: error }, 'What follows a commit could not be done');
    }
  }
}
