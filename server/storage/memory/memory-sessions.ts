import type { Journal } from './memory-undo-log';
import type { SessionRecord, SessionRecords } from '../store';

export class MemorySessions implements SessionRecords {
  readonly #sessions = new Map<string, SessionRecord>();
  readonly #journal: Journal;

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  all(): SessionRecord[] {
    return [...this.#sessions.values()]
      .map((session) => ({ ...session }))
      .sort((a, b) => a.expiresAt - b.expiresAt || (a.id < b.id ? -1 : 1));
  }

  insert(session: SessionRecord): void {
    this.#journal.write(this.#sessions, session.id, { ...session });
  }

  remove(id: string): void {
    this.#journal.write(this.#sessions, id, undefined);
  }
}
