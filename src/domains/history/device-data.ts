import { LOCAL_SURFACE_ID } from '@contract/console/surfaces';
import { CURATED_STORES, inSurface, type HomeKind } from '../curated/curated-kinds';
import { clearCurated } from '../curated/curated-records';
import { forgetAnnotations } from '../annotations/forget-annotations';
import { broadcastRecordsChanged } from '../curated/records-channel';
import type { StoreNames } from 'idb';
import { openDatabase, STRICT, type FlowdeckSchema } from '../database';

/** Deletable kinds of data. Excludes pending runs, whose idempotency keys prevent double charges. */
export type DeviceKind = 'history' | 'drafts' | 'templates' | 'snippets' | 'wildcards' | 'views' | 'files' | 'schemas';

const STORES = {
  history: ['history', 'historyWorkflows', 'graphs', 'graphTexts'],
  drafts: ['drafts', 'draftFiles'],
  templates: ['templates'],
  snippets: [],
  wildcards: [],
  views: [],
  files: [],
  schemas: ['schemas', 'modelBodies', 'catalogs'],
} as const satisfies Record<DeviceKind, readonly string[]>;

/** Deleted for every browser of the gateway: it would give them back. */
const CURATED: Partial<Record<DeviceKind, HomeKind>> = {
  drafts: 'draft',
  templates: 'template',
  snippets: 'snippet',
  wildcards: 'wildcard',
  views: 'view',
  files: 'file',
};

export interface DeviceData {
  counts: Record<DeviceKind | 'outbox' | 'runs', number>;
  /** Storage used by this site, and its quota; `null` if the browser does not report them. */
  usedBytes: number | null;
  quotaBytes: number | null;
  /** The browser will not evict the data when the disk is full. */
  isPersistent: boolean;
}

/** @throws StorageUnavailableError */
export async function readDeviceData(): Promise<DeviceData> {
  const database = await openDatabase();
  const curated = (kind: HomeKind) => database.count('curated', inSurface(LOCAL_SURFACE_ID, kind));
  const [history, drafts, templates, snippets, wildcards, views, files, schemas, catalogs, outbox, runs] =
    await Promise.all([
      database.count('history'),
      database.count('drafts'),
      curated('template'),
      curated('snippet'),
      curated('wildcard'),
      curated('view'),
      curated('file'),
      database.count('schemas'),
      database.count('catalogs'),
      database.count('outbox'),
      database.count('runs'),
    ]);
  const [estimate, isPersistent] = await Promise.all([
    navigator.storage?.estimate?.().catch(() => null),
    navigator.storage?.persisted?.().catch(() => false),
  ]);
  return {
    counts: {
      history,
      drafts,
      templates,
      snippets,
      wildcards,
      views,
      files,
      schemas: schemas + catalogs,
      outbox,
      runs,
    },
    usedBytes: estimate?.usage ?? null,
    quotaBytes: estimate?.quota ?? null,
    isPersistent: isPersistent ?? false,
  };
}

/** Requests persistent storage from the browser. Returns false if it is not granted. */
export async function requestPersistentStorage(): Promise<boolean> {
  return (await navigator.storage?.persist?.().catch(() => false)) ?? false;
}

/** @throws StorageUnavailableError */
export async function clearDeviceData(kind: DeviceKind): Promise<void> {
  const stores = STORES[kind];
  const names: StoreNames<FlowdeckSchema>[] = [...stores, ...CURATED_STORES];
  const transaction = (await openDatabase()).transaction(names, 'readwrite', STRICT);
  for (const store of stores) void transaction.objectStore(store).clear();
  // A gateway that keeps annotations gives them back.
  if (kind === 'history') await forgetAnnotations(transaction);
  await transaction.done;
  if (kind === 'history') broadcastRecordsChanged('annotation');
  const curated = CURATED[kind];
  if (curated) await clearCurated(curated);
}
