import { StoreUnusable } from '../store-errors';

export const NOT_SYNCED = 'The database cannot be written: its disk reports errors';

/** Flushes all commits so far to disk. */
export interface Syncing {
  sync(): Promise<void>;
  /** Syncs again after a failure. */
  syncAgain(): Promise<void>;
}

/**
 * Group commit: one disk sync at a time, each for all commits before it. Commits during a sync share the next one. After a failure
 * nothing counts as synced until another attempt has succeeded.
 */
export class GroupSync {
  readonly #syncing: Syncing;
  /** Both promises reject only with `StoreUnusable`. */
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

  /** Requests a sync. Call it after a commit, and to retry after a failure. */
  request(): void {
    if (this.#next) return;
    const next = this.#after(this.#current).finally(() => {
      if (this.#current === next) this.#current = null;
    });
    // Callers of `synced` get the error; without callers it must not count as unhandled.
    next.catch(() => {});
    this.#next = next;
  }

  /**
   * Resolves when all commits reported so far are on disk.
   * @throws StoreUnusable
   */
  async synced(): Promise<void> {
    const last = this.#next ?? this.#current;
    if (last) return last;
    if (this.#hasFailed) throw new StoreUnusable(NOT_SYNCED);
  }

  /** Stops syncing. Everything must be on disk already. */
  close(): void {
    this.#isClosed = true;
    this.#hasFailed = false;
  }

  async #after(current: Promise<void> | null): Promise<void> {
    // Waits at least until the end of this turn, so that its commits share one sync.
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
