import type { Journal } from './memory-undo-log';
import type { ResultUrlRecords } from '../store';

export class MemoryResultUrls implements ResultUrlRecords {
  readonly #noted = new Map<string, number>();
  readonly #journal: Journal;

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  note(digests: readonly string[], now: number): void {
    for (const digest of digests) this.#journal.write(this.#noted, digest, now);
  }

  has(digest: string): boolean {
    return this.#noted.has(digest);
  }

  removeNotedBefore(timestamp: number): void {
    for (const [digest, notedAt] of this.#noted) {
      if (notedAt < timestamp) this.#journal.write(this.#noted, digest, undefined);
    }
  }
}
