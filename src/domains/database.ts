import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { t } from '@/lib/i18n/messages';
import type { BatchCell } from './batches/batch-cell';
import type { BatchEntry } from './batches/batch-entry';
import type { JobAnnotation } from './annotations/job-annotation';
import type { CuratedEntry, CuratedSync, UnsentChange } from './curated/sync-records';
import type { StoredCatalog } from './models/stored-catalog';
import type { StoredSchema } from './models/document-summary';
import type { OutboxEntry } from './outbox/outbox-entry';
import type { RunRecord } from './model-calls/run-record';
import type { Draft } from './drafts/draft';
import type { HistoryJob } from './job-record/history-job';
import type { KeptGraph } from './history/kept-graph';
import type { SavedTemplate } from './templates/saved-template';

/** The browser's database. Every record has the id of its surface, except where it says otherwise. */
export interface FlowdeckSchema extends DBSchema {
  drafts: { key: string; value: Draft; indexes: { bySurface: [string, number] } };
  /** Pending files, by draft and field key. Separate from the drafts, since each write of a record copies its files. */
  draftFiles: { key: [string, string]; value: File };
  outbox: { key: string; value: OutboxEntry };
  /** Jobs of this browser, by surface and id. */
  history: { key: [string, string]; value: HistoryJob; indexes: { byTime: number; bySource: string; byGraph: string } };
  /** Workflows that this browser submitted, by fingerprint, and their texts in the API format. */
  graphs: { key: string; value: KeptGraph };
  graphTexts: { key: string; value: string };
  /** Workflows of imported jobs, as text in the API format: their surface may not be available. */
  historyWorkflows: { key: [string, string]; value: string };
  /** Stars, tags and ratings of jobs, by surface and id. */
  marks: { key: [string, string]; value: JobAnnotation };
  /** What else the user curates, by surface, kind and id. */
  curated: { key: [string, string, string]; value: CuratedEntry };
  /** Changes of both that their gateway has not confirmed, by surface, kind and id; how far each surface was read. */
  curatedChanges: { key: [string, string, string]; value: UnsentChange };
  curatedSync: { key: string; value: CuratedSync };
  /** Calls of models. */
  runs: { key: string; value: RunRecord; indexes: { byTime: number; byModel: [string, string, number] } };
  /** Inputs, outputs and thumbnails of runs, by run id. */
  runBodies: { key: string; value: string };
  runResults: { key: string; value: Blob };
  runThumbnails: { key: string; value: Blob };
  /** Schema documents of models with their ETags, by surface and model. */
  schemas: { key: [string, string]; value: StoredSchema };
  /** Last input of a model form, by surface and model. */
  modelBodies: { key: [string, string]; value: string };
  /** Last complete model catalog, by surface. */
  catalogs: { key: string; value: StoredCatalog };
  batches: { key: string; value: BatchEntry };
  /** Plans and workflows of batches, by batch id. */
  batchPlans: { key: string; value: string };
  batchWorkflows: { key: string; value: string };
  /** Cells of batches that were started, by batch and cell. */
  batchCells: { key: [string, number]; value: BatchCell };
  /** Forms of workflows that earlier versions stored, until they become curated records. */
  templates: { key: string; value: SavedTemplate };
}

export type Database = IDBPDatabase<FlowdeckSchema>;

const DATABASE_NAME = 'flowdeck';
/** Increment for each change, and add its step to `upgrade`; steps run in order and must never be edited later. */
const VERSION = 12;

/** IndexedDB is unavailable, such as in private windows: the console works, and shows what is not saved. */
export class StorageUnavailableError extends Error {
  constructor(cause: unknown) {
    super(t('This browser cannot store data for Flowdeck (private window, storage blocked, or disk full).'), { cause });
    this.name = 'StorageUnavailableError';
  }
}

let opened: Promise<Database> | null = null;

/** @throws StorageUnavailableError */
export function openDatabase(): Promise<Database> {
  opened ??= open().catch((error: unknown) => {
    opened = null;
    throw new StorageUnavailableError(error);
  });
  return opened;
}

async function open(): Promise<Database> {
  const database = await openDB<FlowdeckSchema>(DATABASE_NAME, VERSION, {
    upgrade(database, oldVersion, _newVersion, transaction) {
      if (oldVersion < 1) {
        const drafts = database.createObjectStore('drafts', { keyPath: 'id' });
        drafts.createIndex('bySurface', ['surfaceId', 'updatedAt']);
        database.createObjectStore('draftFiles');
        database.createObjectStore('outbox', { keyPath: 'id' });
      }
      if (oldVersion < 2) {
        const history = database.createObjectStore('history', { keyPath: ['surfaceId', 'jobId'] });
        history.createIndex('byTime', 'createdAt');
      }
      if (oldVersion < 3) {
        const runs = database.createObjectStore('runs', { keyPath: 'id' });
        runs.createIndex('byTime', 'createdAt');
        runs.createIndex('byModel', ['surfaceId', 'modelId', 'createdAt']);
        database.createObjectStore('runBodies');
        database.createObjectStore('runResults');
        database.createObjectStore('runThumbnails');
        database.createObjectStore('schemas');
        database.createObjectStore('modelBodies');
      }
      if (oldVersion < 4) database.createObjectStore('marks', { keyPath: ['surfaceId', 'jobId'] });
      if (oldVersion < 5) database.createObjectStore('catalogs');
      if (oldVersion < 6) database.createObjectStore('historyWorkflows');
      if (oldVersion < 7) transaction.objectStore('history').createIndex('bySource', 'sourceKey');
      if (oldVersion < 8) {
        database.createObjectStore('batches', { keyPath: 'id' });
        database.createObjectStore('batchPlans');
        database.createObjectStore('batchWorkflows');
        database.createObjectStore('batchCells', { keyPath: ['batchId', 'cell'] });
      }
      if (oldVersion < 9) database.createObjectStore('templates', { keyPath: 'id' });
      if (oldVersion < 10) {
        transaction.objectStore('history').createIndex('byGraph', 'graph');
        database.createObjectStore('graphs', { keyPath: 'id' });
        database.createObjectStore('graphTexts');
      }
      // Step 11 created two stores that no release used.
      if (oldVersion < 12) {
        for (const name of ['curated', 'curatedChanges'] as const) {
          database.createObjectStore(name, { keyPath: ['surfaceId', 'kind', 'id'] });
        }
        database.createObjectStore('curatedSync', { keyPath: 'surfaceId' });
      }
    },
    // A newer Flowdeck in another tab must be able to upgrade the database before this tab is closed.
    blocking() {
      void forget();
    },
    terminated() {
      opened = null;
    },
  });
  return database;
}

async function forget(): Promise<void> {
  const current = opened;
  opened = null;
  (await current)?.close();
}

/** Chrome's default is `relaxed`, which may lose acknowledged writes on a power loss. */
export const STRICT = { durability: 'strict' } as const;
