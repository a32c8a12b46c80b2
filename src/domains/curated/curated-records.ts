import type { StoreNames } from 'idb';
import { LOCAL_SURFACE_ID } from '@contract/console/surfaces';
import { openDatabase, STRICT, type FlowdeckSchema } from '../database';
import { CURATED_STORES, HOME_KINDS, inSurface, type HomeKind } from './curated-kinds';
import { broadcastRecordsChanged } from './records-channel';
import type { CuratedEntry, Fields } from './sync-records';
import { putRecord } from './unsent-records';

/** @throws StorageUnavailableError */
export async function listCurated(kind: HomeKind): Promise<CuratedEntry[]> {
  return (await openDatabase()).getAll('curated', inSurface(LOCAL_SURFACE_ID, kind));
}

/** @throws StorageUnavailableError */
export async function readCurated(kind: HomeKind, id: string): Promise<Fields | null> {
  return (await (await openDatabase()).get('curated', [LOCAL_SURFACE_ID, kind, id]))?.fields ?? null;
}

/** Stores records, all or none; one whose fields are `null` is deleted. @throws StorageUnavailableError */
export async function writeCurated(
  kind: HomeKind,
  records: readonly { id: string; fields: Fields | null }[],
): Promise<void> {
  const stores: StoreNames<FlowdeckSchema>[] = [...CURATED_STORES];
  const changes = (await openDatabase()).transaction(stores, 'readwrite', STRICT);
  for (const { id, fields } of records)
    await putRecord(changes, HOME_KINDS[kind], { surfaceId: LOCAL_SURFACE_ID, id }, fields);
  await changes.done;
  broadcastRecordsChanged(kind);
}

/** Deletes all records of a kind, also for other browsers of the gateway. @throws StorageUnavailableError */
export async function clearCurated(kind: HomeKind): Promise<void> {
  const all = await listCurated(kind);
  await writeCurated(
    kind,
    all.map(({ id }) => ({ id, fields: null })),
  );
}
