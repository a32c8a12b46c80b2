import type { JobChange } from '../jobs/event-hub';

export interface FeedItem {
  jobId: string;
  change: JobChange;
}

/** Log lines that wait for a slow reader; of more, the newest. */
const MAX_WAITING_LOGS = 500;
/** Ends and outputs are never dropped, so a reader that takes nothing at all is let go. */
const MAX_WAITING = 10_000;

/**
 * What a slow reader of the feed of all jobs has not taken yet: of each job the newest progress, preview and place in the
 * queue only, the newest log lines of all, and everything else.
 */
export class FeedQueue {
  /** In the order of telling: a map keeps it, and a key that is written anew goes to its end. */
  readonly #items = new Map<string, FeedItem>();
  #count = 0;
  #logs = 0;

  /** @returns false when the reader is hopelessly behind. */
  push(item: FeedItem): boolean {
    const { change } = item;
    const { kind } = change;
    this.#count += 1;
    if (kind === 'progress' || kind === 'preview' || (kind === 'status' && change.status === 'queued')) {
      const key = `${kind} ${item.jobId}`;
      this.#items.delete(key);
      this.#items.set(key, item);
    } else {
      if (kind === 'log') this.#makeRoomForLog();
      this.#items.set(`${kind} ${this.#count}`, item);
    }
    return this.#items.size <= MAX_WAITING;
  }

  shift(): FeedItem | undefined {
    for (const [key, item] of this.#items) {
      this.#items.delete(key);
      if (item.change.kind === 'log') this.#logs -= 1;
      return item;
    }
    return undefined;
  }

  #makeRoomForLog(): void {
    if (this.#logs < MAX_WAITING_LOGS) {
      this.#logs += 1;
      return;
    }
    for (const key of this.#items.keys()) {
      if (!key.startsWith('log ')) continue;
      this.#items.delete(key);
      return;
    }
  }
}
