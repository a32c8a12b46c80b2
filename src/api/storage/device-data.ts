import { broadcastAnnotationsChanged } from '../annotations/annotations-channel';
import { openDatabase, STRICT } from './database';

/** What a person may take away from this browser. Runs on their way are none of it: their keys guard money. */
export type DeviceKind = 'history' | 'drafts' | 'schemas';

const STORES = {
  history: ['history', 'historyWorkflows', 'marks'],
  drafts: ['drafts', 'draftFiles'],
  schemas: ['schemas', 'modelBodies', 'catalogs'],
} as const satisfies Record<DeviceKind, readonly string[]>;

export interface DeviceData {
  counts: Record<DeviceKind | 'outbox' | 'runs', number>;
  /** Bytes of this site, all told, and how many the browser lets it have; null where it does not say. */
  usedBytes: number | null;
  quotaBytes: number | null;
  /** Whether the browser promised not to clear it by itself when the disk is full. */
  isPersistent: boolean;
}

/** @throws StorageUnavailableError */
export async function readDeviceData(): Promise<DeviceData> {
  const database = await openDatabase();
  const [history, drafts, schemas, catalogs, outbox, runs, estimate, isPersistent] = await Promise.all([
    database.count('history'),
    database.count('drafts'),
    database.count('schemas'),
    database.count('catalogs'),
    database.count('outbox'),
    database.count('runs'),
    navigator.storage?.estimate?.().catch(() => null),
    navigator.storage?.persisted?.().catch(() => false),
  ]);
  return {
    counts: { history, drafts, schemas: schemas + catalogs, outbox, runs },
    usedBytes: estimate?.usage ?? null,
    quotaBytes: estimate?.quota ?? null,
    isPersistent: isPersistent ?? false,
  };
}

/** Asks the browser to keep what is here. False: it did not promise to. */
export async function keepDeviceData(): Promise<boolean> {
  return (await navigator.storage?.persist?.().catch(() => false)) ?? false;
}

/** @throws StorageUnavailableError */
export async function clearDeviceData(kind: DeviceKind): Promise<void> {
  const stores = STORES[kind];
  const transaction = (await openDatabase()).transaction(stores, 'readwrite', STRICT);
  await Promise.all([...stores.map((store) => transaction.objectStore(store).clear()), transaction.done]);
  if (kind === 'history') broadcastAnnotationsChanged();
}
