import type { JobChange } from '../../jobs/events/event-hub';

export interface FeedItem {
  jobId: string;
  change: JobChange;
}

/** Maximum number of buffered log lines per slow client; older ones are dropped. */
const MAX_WAITING_LOGS = 500;
/** Terminal statuses and outputs are never dropped, so a client that reads nothing at all is disconnected. */
const MAX_WAITING = 10_000;

/**
 * Buffer of a slow client of the feed. Of each job it keeps only the newest progress, preview and queue position. It keeps the
 * newest log lines of all jobs, and everything else.
 */
export class FeedQueue {
  /** In publishing order: a map keeps insertion order, and a key that is set again moves to the end. */
  readonly #items = new Map<string, FeedItem>();
  #count = 0;
  #logs = 0;

  /** @returns false if the client is too far behind. */
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
