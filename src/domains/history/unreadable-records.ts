import { openDatabase } from '../database';
import { isReadable, RECORD_STORES, type RecordStore } from '../record-schemas';

/** A stored record that is skipped by every page, since it is incomplete. */
export interface UnreadableRecord {
  store: RecordStore;
  key: IDBValidKey;
  record: unknown;
}

/** Records per read: reading a thousand at once would block the page. */
const SLICE = 250;

/** @throws StorageUnavailableError */
export async function findUnreadable(): Promise<UnreadableRecord[]> {
  const database = await openDatabase();
  const found: UnreadableRecord[] = [];
  for (const store of RECORD_STORES) {
    let behind: IDBKeyRange | null = null;
    for (;;) {
      const transaction = database.transaction(store);
      const [keys, records]: [IDBValidKey[], unknown[]] = await Promise.all([
        transaction.store.getAllKeys(behind, SLICE),
        transaction.store.getAll(behind, SLICE),
      ]);
      for (const [index, record] of records.entries()) {
        const key = keys[index];
        if (key !== undefined && !isReadable(store, record)) found.push({ store, key, record });
      }
      const last = keys.at(-1);
      if (last === undefined || keys.length < SLICE) break;
      behind = IDBKeyRange.lowerBound(last, true);
    }
  }
  return found;
}

/** Texts of a file: whatever the records contain, such as binary data, the rest of them is saved. */
export function unreadableText(records: readonly UnreadableRecord[]): string {
  return JSON.stringify({ format: 'flowdeck-unreadable-records', records }, null, 2);
}
