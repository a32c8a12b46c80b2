import { matchQuery, type Query, type QueryClient } from '@tanstack/react-query';
import type { QueryName, Surface } from '../surface';

/** In a row: the subject of the change, such as the ID of a job. Without a subject, all of them. */
const SUBJECT = '{subject}';

type StaleQueries =
  /** Queries of the surface, by the parts of their key after it; all of the surface if empty. */
  | readonly []
  | readonly [QueryName, ...string[]]
  /** Those of any surface, or of none, whose name begins so; with an empty text, everything. */
  | { anySurface: QueryName | '' }
  /** Those of the surface that failed: data that was read stays valid. */
  | { failed: QueryName };

const LIST_HEAD = ['listJobs', 'head'] as const;
const STATUS = ['console.status'] as const;
const ASSETS = ['console.assets'] as const;
/** And the files of ComfyUI. */
const CLASSES = [
  ['console.definitions'],
  ['console.lastSeenClasses'],
  ['console.modelFiles'],
  ['console.templates'],
] as const;
const STORAGE = ['console.storage'] as const;

/** Older pages of the list are not among them: who deletes or restores jobs changes these in the cache. */
const STORED_JOBS = [LIST_HEAD, STATUS, ['console.summary'], ASSETS, STORAGE] as const;
/** Any job may have another position. */
const QUEUE = [STATUS, LIST_HEAD, ['getJob']] as const;

const EVERYTHING = [{ anySurface: '' }] as const;

/**
 * The queries that each change makes stale. What an event makes stale is in it, too: `event-table.ts` decides which of the rows at the
 * end an event needs.
 */
const STALE_AFTER = {
  submitJob: [['listJobs']],
  // Servers without counts have their active jobs counted by `derived.reachable`.
  cancelJob: [['getJob', SUBJECT], LIST_HEAD, STATUS, ['derived.reachable']],
  /** Several jobs, whose responses are in the cache. */
  cancelJobs: [LIST_HEAD, STATUS, ['derived.reachable']],
  deleteJobs: STORED_JOBS,
  restoreJobs: STORED_JOBS,
  // Files are listed with the title of their job.
  renameJob: [['getJob', SUBJECT], LIST_HEAD, ASSETS, STORAGE],

  pauseQueue: QUEUE,
  moveQueuedJob: QUEUE,
  drainEngine: [STATUS],
  removeEngine: [STATUS, ...CLASSES],
  testWebhook: [['console.webhook']],
  changeProviderKey: [['console.models'], ['console.providerKeys']],

  createAsset: [ASSETS, STORAGE],
  // Outputs of jobs are among them.
  deleteAsset: [ASSETS, STORAGE, ['listJobs'], ['getJob']],
  // Its response is the storage.
  settleUnlistedFiles: [STATUS, ASSETS],

  signIn: EVERYTHING,
  signOut: EVERYTHING,
  /** Another key or URL of a configured server. */
  saveSurface: [[]],

  /** In this browser. */
  changeDrafts: [{ anySurface: 'device.drafts' }],
  changeTemplates: [{ anySurface: 'device.templates' }],
  changeSnippets: [{ anySurface: 'device.snippets' }],
  changeBatches: [{ anySurface: 'device.batch' }],
  changeWildcards: [{ anySurface: 'device.wildcards' }],
  changeViews: [{ anySurface: 'device.views' }],
  changeFileMarks: [{ anySurface: 'device.fileMarks' }],
  changeStoredData: [{ anySurface: 'device.' }],
  recordJob: [['device.history'], { anySurface: 'device.counterparts' }],
  // Requested before the workflow of a new job was stored.
  recordWorkflow: [{ failed: 'getJobWorkflow' }],
  readModelSchema: [['device.schemas']],

  /** Reported by the status: another engine has other node classes. */
  engineChanged: CLASSES,

  /** Reported by events. */
  jobChanged: [['getJob', SUBJECT]],
  listChanged: [LIST_HEAD, ['listJobs', 'active']],
  countsChanged: [STATUS],
  /** Events before it are missed. */
  streamOpened: [['getJob'], LIST_HEAD, ['listJobs', 'active']],
} as const satisfies Record<string, readonly StaleQueries[]>;

export type Change = keyof typeof STALE_AFTER;

/**
 * Marks what a change makes stale, and refetches what is on screen. A fetch in progress, which may predate the change, is restarted.
 * Resolves when these reads are over, also if they failed.
 */
export function markStale(
  client: QueryClient,
  surface: Pick<Surface, 'id'>,
  change: Change,
  subject?: string,
): Promise<void> {
  return invalidate(client, surface, change, 'active', subject);
}

/** The same without a refetch: what is on screen is about to be read for another reason. */
export function markStaleOnly(client: QueryClient, surface: Pick<Surface, 'id'>, change: Change): Promise<void> {
  return invalidate(client, surface, change, 'none');
}

function invalidate(
  client: QueryClient,
  surface: Pick<Surface, 'id'>,
  change: Change,
  refetchType: 'active' | 'none',
  subject?: string,
): Promise<void> {
  const rows: readonly StaleQueries[] = STALE_AFTER[change];
  const predicate = (query: Query) => rows.some((row) => isIn(row, query, surface.id, subject));
  return client.invalidateQueries({ predicate, refetchType });
}

function isIn(row: StaleQueries, query: Query, surfaceId: string, subject: string | undefined): boolean {
  // Data of no surface has its name first.
  if ('anySurface' in row) return query.queryKey.slice(0, 2).some((name) => String(name).startsWith(row.anySurface));
  if ('failed' in row)
    return query.state.status === 'error' && matchQuery({ queryKey: [surfaceId, row.failed] }, query);
  const parts = row.flatMap((part) => (part !== SUBJECT ? [part] : subject === undefined ? [] : [subject]));
  return matchQuery({ queryKey: [surfaceId, ...parts] }, query);
}
