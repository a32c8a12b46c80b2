import { openDatabase, STRICT } from '../storage/database';
import type { OutboxEntry } from './outbox-entry';
import { isSettled } from './outbox-state';

/** Entries that ended are kept this long for a reload in the middle of leaving the editor. */
const KEEP_SETTLED_MS = 24 * 3600 * 1000;

export interface OutboxStorage {
  /** False: entries live in this page only, and a closed tab in the middle of a send is not protected. */
  readonly isDurable: boolean;
  read(id: string): Promise<OutboxEntry | null>;
  /** Resolves once the entries are on disk: all of them, or none. */
  write(...entries: OutboxEntry[]): Promise<void>;
  all(): Promise<OutboxEntry[]>;
}

export const durableOutbox: OutboxStorage = {
  isDurable: true,
  async read(id) {
    return (await (await openDatabase()).get('outbox', id)) ?? null;
  },
  async write(...written) {
    const transaction = (await openDatabase()).transaction('outbox', 'readwrite', STRICT);
    await Promise.all([...written.map((entry) => transaction.store.put(entry)), transaction.done]);
  },
  async all() {
    const database = await openDatabase();
    const entries = await database.getAll('outbox');
    const oldest = Date.now() - KEEP_SETTLED_MS;
    const isOver = (entry: OutboxEntry) => (isSettled(entry.state) || entry.isDismissed) && entry.createdAt < oldest;
    for (const entry of entries.filter(isOver)) await database.delete('outbox', entry.id);
    return entries.filter((entry) => !isOver(entry));
  },
};

export function createMemoryOutbox(): OutboxStorage {
  const entries = new Map<string, OutboxEntry>();
  return {
    isDurable: false,
    read: async (id) => entries.get(id) ?? null,
    write: async (...written) => {
      for (const entry of written) entries.set(entry.id, entry);
    },
    all: async () => [...entries.values()],
  };
}

/** Where entries go in this browser. */
export async function chooseOutboxStorage(): Promise<OutboxStorage> {
  try {
    await openDatabase();
    return durableOutbox;
  } catch {
    return createMemoryOutbox();
  }
}
