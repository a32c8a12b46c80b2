import { StoreUnusable } from './store-errors';

export const NOT_SYNCED = 'The database cannot be written: its disk reports errors';

/** What takes all commits so far to the disk. */
export interface Syncing {
  sync(): Promise<void>;
  /** The same after a failure. */
  syncAgain(): Promise<void>;
}

/**
 * Group commit: one sync of the disk at a time, each for all commits before it. Commits that come while one is under way
 * share the next. After a failure nothing counts as synced until another attempt has succeeded.
 */
export class GroupSync {
  readonly #syncing: Syncing;
  /** Each rejects with `StoreUnusable` only. */
  #current: Promise<void> | null = null;
  #next: Promise<void> | null = null;
  #hasFailed = false;
  #isClosed = false;

  constructor(syncing: Syncing) {
    this.#syncing = syncing;
  }

  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** To be called after a commit, and to try again after a failure. */
  request(): void {
    if (this.#next) return;
    const next = this.#after(this.#current).finally(() => {
      if (this.#current === next) this.#current = null;
    });
    // Whoever waits is told; that nobody does is no mistake.
    next.catch(() => {});
    this.#next = next;
  }

  /** Resolves when all commits that were reported so far are on disk. @throws StoreUnusable */
  async synced(): Promise<void> {
    const last = this.#next ?? this.#current;
    if (last) return last;
    if (this.#hasFailed) throw new StoreUnusable(NOT_SYNCED);
  }

  /** Everything is on disk: nothing is synced any more. */
  close(): void {
    this.#isClosed = true;
    this.#hasFailed = false;
  }

  async #after(current: Promise<void> | null): Promise<void> {
    // At least to the end of this turn, whose commits then share one sync.
    await current?.catch(() => {});
    this.#current = this.#next;
    this.#next = null;
    if (this.#isClosed) return;
    try {
      await (this.#hasFailed ? this.#syncing.syncAgain() : this.#syncing.sync());
      this.#hasFailed = false;
    } catch (cause) {
      if (this.#isClosed) return;
      this.#hasFailed = true;
      throw new StoreUnusable(NOT_SYNCED, { cause });
    }
  }
}
