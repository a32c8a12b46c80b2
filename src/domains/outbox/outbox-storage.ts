import { createDurableStorage, type JournalStorage } from '../journal/journal-storage';
import type { OutboxEntry } from './outbox-entry';
import { isSettled } from './outbox-state';

/** Retention of settled entries, for a reload while the user leaves the editor. */
const KEEP_SETTLED_MS = 24 * 3600 * 1000;

export type OutboxStorage = JournalStorage<OutboxEntry>;

export const durableOutbox: OutboxStorage = createDurableStorage({
  entries: 'outbox',
  parts: {},
  findExpired(entries) {
    const oldest = Date.now() - KEEP_SETTLED_MS;
    const isOver = (entry: OutboxEntry) => (isSettled(entry.state) || entry.isDismissed) && entry.createdAt < oldest;
    return entries.filter(isOver).map(({ id }) => id);
  },
});
