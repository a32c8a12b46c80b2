import { openDatabase, STRICT } from '../database';
import type { UnsentChange } from './sync-records';

/** Returns changes that their gateway does not accept; they stay in this browser. @throws StorageUnavailableError */
export async function listRejected(): Promise<UnsentChange[]> {
  return (await (await openDatabase()).getAll('curatedChanges')).filter(({ rejected }) => rejected !== undefined);
}

/** Sends those again for which the gateway had no room. @throws StorageUnavailableError */
export async function retryRejected(): Promise<void> {
  const { store, done } = (await openDatabase()).transaction('curatedChanges', 'readwrite', STRICT);
  for (const { rejected, ...unsent } of await store.getAll()) if (rejected === 'storage_full') void store.put(unsent);
  await done;
}
