import type { StoreValue } from 'idb';
import { openDatabase, STRICT, type FlowdeckSchema } from '../database';
import type { JournalEntry } from './machine';
import { readableOf, readableOrNull } from '../record-schemas';

/**
 * Text and files of an entry, by name. Stored separately, since entries are written often and all held in memory, and a part may be
 * 100 MB.
 */
export type EntryParts<Name extends string = string> = { [Part in Name]?: string | Blob };

export interface JournalStorage<Entry extends JournalEntry, Parts extends EntryParts = EntryParts> {
  /** `false` if entries are held in memory only: closing the tab then loses the idempotency key of an act in progress. */
  readonly isDurable: boolean;
  /** Resolves once all entries are stored, each with the parts. If it rejects, none is stored. */
  add(entries: readonly Entry[], parts?: Parts): Promise<void>;
  read(id: string): Promise<Entry | null>;
  /** Resolves once the entry and the parts are stored. */
  write(entry: Entry, parts?: Parts): Promise<void>;
  /** Updates a stored entry. Returns `null` if it does not exist. */
  amend(id: string, change: Partial<Entry>): Promise<Entry | null>;
  /** Updates those of the entries that are stored, with one write, and returns them. It may be lost on a power loss. */
  amendAll(ids: readonly string[], change: Partial<Entry>): Promise<Entry[]>;
  /** Returns the entries, newest first. Deletes expired entries. */
  all(): Promise<Entry[]>;
  readPart<Name extends keyof Parts>(id: string, name: Name): Promise<NonNullable<Parts[Name]> | null>;
  remove(ids: readonly string[]): Promise<void>;
}

type EntryStore = 'outbox' | 'runs' | 'batches';
type PartStore = 'runBodies' | 'runResults' | 'runThumbnails' | 'batchPlans' | 'batchWorkflows';

interface JournalStores<Store extends EntryStore> {
  entries: Store;
  /** Object stores of the parts, by part name. */
  parts: Readonly<Record<string, PartStore>>;
  /** Returns the ids of entries to delete. */
  findExpired: (newestFirst: readonly StoreValue<FlowdeckSchema, Store>[]) => readonly string[];
}

export function createDurableStorage<Store extends EntryStore, Parts extends EntryParts = EntryParts>({
  entries: store,
  parts: partStores,
  findExpired,
}: JournalStores<Store>): JournalStorage<StoreValue<FlowdeckSchema, Store>, Parts> {
  type Entry = StoreValue<FlowdeckSchema, Store>;

  /** Writes that arrive during another one: they share the next transaction, since each waits for the disk. */
  let waiting: WaitingWrite[] = [];
  let isWriting = false;

  interface WaitingWrite {
    entries: readonly Entry[];
    parts: readonly { partStore: PartStore; value: string | Blob }[];
    resolve: () => void;
    reject: (error: unknown) => void;
  }

  function add(entries: readonly Entry[], given?: Parts): Promise<void> {
    const parts = Object.entries<string | Blob | undefined>(given ?? {}).flatMap(([name, value]) => {
      const partStore = partStores[name];
      return partStore && value !== undefined ? [{ partStore, value }] : [];
    });
    return new Promise((resolve, reject) => {
      waiting.push({ entries, parts, resolve, reject });
      if (!isWriting) void writeWaiting();
    });
  }

  async function writeWaiting(): Promise<void> {
    isWriting = true;
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      const isDone = await putAll(group).then(
        () => true,
        () => false,
      );
      for (const write of group) {
        // Alone, if one of them may be too large.
        if (isDone) write.resolve();
        else await putAll([write]).then(write.resolve, write.reject);
      }
    }
    isWriting = false;
  }

  async function putAll(writes: readonly WaitingWrite[]): Promise<void> {
    const stores = [store, ...writes.flatMap(({ parts }) => parts.map(({ partStore }) => partStore))];
    const transaction = (await openDatabase()).transaction(stores, 'readwrite', STRICT);
    const puts = writes.flatMap(({ entries, parts }) =>
      entries.flatMap((entry) => [
        transaction.objectStore(store).put(entry),
        ...parts.map(({ partStore, value }) => transaction.objectStore(partStore).put(value, entry.id)),
      ]),
    );
    await Promise.all([...puts, transaction.done]);
  }

  async function remove(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const stores = [store, ...Object.values(partStores)];
    const transaction = (await openDatabase()).transaction(stores, 'readwrite');
    await Promise.all([
      ...ids.flatMap((id) => stores.map((name) => transaction.objectStore(name).delete(IDBKeyRange.only(id)))),
      transaction.done,
    ]);
  }

  return {
    isDurable: true,
    add,
    async read(id) {
      return readableOrNull(store, await (await openDatabase()).get(store, IDBKeyRange.only(id)));
    },
    write: (entry, parts) => add([entry], parts),
    async amend(id, change) {
      const transaction = (await openDatabase()).transaction(store, 'readwrite', STRICT);
      const known = await transaction.store.get(IDBKeyRange.only(id));
      const changed = known ? { ...known, ...change } : null;
      if (changed) await transaction.store.put(changed);
      await transaction.done;
      return changed;
    },
    async amendAll(ids, change) {
      const transaction = (await openDatabase()).transaction(store, 'readwrite');
      const amend = async (id: string) => {
        const known = await transaction.store.get(IDBKeyRange.only(id));
        const changed = known ? { ...known, ...change } : null;
        if (changed) await transaction.store.put(changed);
        return changed;
      };
      const [changed] = await Promise.all([Promise.all(ids.map(amend)), transaction.done]);
      return changed.filter((entry) => entry !== null);
    },
    async all() {
      const entries = readableOf(store, await (await openDatabase()).getAll(store));
      entries.sort((left, right) => right.createdAt - left.createdAt);
      const expired = new Set(findExpired(entries));
      await remove([...expired]);
      return entries.filter(({ id }) => !expired.has(id));
    },
    async readPart(id, name) {
      const partStore = partStores[String(name)];
      const value = partStore && (await (await openDatabase()).get(partStore, id));
      // Trusts the type that `add` wrote under this name.
      return (value as NonNullable<Parts[typeof name]> | undefined) ?? null;
    },
    remove,
  };
}

/** Storage for browsers without IndexedDB: entries are lost with the page. */
export function createMemoryStorage<
  Entry extends JournalEntry,
  Parts extends EntryParts = EntryParts,
>(): JournalStorage<Entry, Parts> {
  const entries = new Map<string, Entry>();
  const parts = new Map<string, Parts>();
  const write = async (entry: Entry, given?: Parts): Promise<void> => {
    entries.set(entry.id, entry);
    if (given) parts.set(entry.id, { ...parts.get(entry.id), ...given });
  };
  return {
    isDurable: false,
    async add(added, given) {
      for (const entry of added) await write(entry, given);
    },
    read: async (id) => entries.get(id) ?? null,
    write,
    async amend(id, change) {
      const known = entries.get(id);
      const changed = known ? { ...known, ...change } : null;
      if (changed) entries.set(id, changed);
      return changed;
    },
    async amendAll(ids, change) {
      return ids.flatMap((id) => {
        const known = entries.get(id);
        if (!known) return [];
        const changed = { ...known, ...change };
        entries.set(id, changed);
        return [changed];
      });
    },
    all: async () => [...entries.values()].toReversed(),
    readPart: async (id, name) => parts.get(id)?.[name] ?? null,
    async remove(ids) {
      for (const id of ids) {
        entries.delete(id);
        parts.delete(id);
      }
    },
  };
}

/** Returns `durable` if IndexedDB is available, otherwise in-memory storage. */
export async function chooseStorage<Entry extends JournalEntry, Parts extends EntryParts>(
  durable: JournalStorage<Entry, Parts>,
): Promise<JournalStorage<Entry, Parts>> {
  try {
    await openDatabase();
    return durable;
  } catch {
    return createMemoryStorage();
  }
}
