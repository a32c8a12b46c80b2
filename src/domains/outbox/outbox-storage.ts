import { createDurableStorage, type JournalStorage } from '../journal/journal-storage';
import { isReleased, type OutboxEntry } from './outbox-entry';
import { isSettled } from './outbox-state';

const DAY_MS = 24 * 3600 * 1000;
/** Retention of settled entries, for a reload while the user leaves the editor. */
const KEEP_SETTLED_MS = DAY_MS;
/** Retention of settled cells of a batch that has not recorded their outcome, for example because all tabs are closed. */
const KEEP_UNRECORDED_MS = 30 * DAY_MS;

export type OutboxStorage = JournalStorage<OutboxEntry>;

export const durableOutbox: OutboxStorage = createDurableStorage({
  entries: 'outbox',
  parts: {},
  findExpired: (entries) => expiredEntries(entries, Date.now()),
});

/** Returns the ids of the entries to delete. */
export function expiredEntries(entries: readonly OutboxEntry[], now: number): string[] {
  return entries.filter((entry) => isOver(entry, now)).map(({ id }) => id);
}

function isOver(entry: OutboxEntry, now: number): boolean {
  if (isReleased(entry)) return true;
  const retention = entry.cell ? KEEP_UNRECORDED_MS : KEEP_SETTLED_MS;
  return (isSettled(entry.state) || entry.isDismissed) && entry.createdAt < now - retention;
}
