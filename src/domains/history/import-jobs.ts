import type { StoreNames } from 'idb';
import { isTerminal } from '@contract/jobs/lifecycle';
import { changedAnnotation, type JobAnnotation } from '../annotations/job-annotation';
import { putAnnotation } from '../annotations/put-annotation';
import { CURATED_STORES } from '../curated/curated-kinds';
import { broadcastRecordsChanged } from '../curated/records-channel';
import { openDatabase, STRICT, type FlowdeckSchema } from '../database';
import { readableOrNull } from '../record-schemas';
import { MAX_HISTORY_JOBS } from './history';
import type { HistoryJob } from '../job-record/history-job';

/** A job from a file, with its metadata. */
export interface ImportedJob {
  remembered: HistoryJob;
  /** Workflow text; `null` if the file has none. */
  workflow: string | null;
  mark: JobAnnotation | null;
  source: { id: string; name: string | null; address: string | null };
  /** `NaN` if it is unknown. */
  exportedAt: number;
}

export interface ImportCounts {
  total: number;
  fresh: number;
  /** Stored jobs whose outcome was unknown. */
  newer: number;
  known: number;
  /** Stored jobs that get a workflow, a star, tags or a rating. */
  enriched: number;
  /** Number of new jobs beyond the storage limit: the oldest. */
  noRoom: number;
  withWorkflow: number;
  marked: number;
}

/** The stored job takes precedence, unless only the imported one is finished. */
export function changeBy(known: HistoryJob | null, added: HistoryJob): 'fresh' | 'newer' | 'known' {
  if (!known) return 'fresh';
  return hasFinished(added) && !hasFinished(known) ? 'newer' : 'known';
}

function hasFinished({ job }: HistoryJob): boolean {
  return job !== null && isTerminal(job.status);
}

/** Removes duplicates and sorts newest first, so that these are stored first. */
export function inTurn(jobs: readonly ImportedJob[]): ImportedJob[] {
  const once = new Map(jobs.map((job) => [`${job.remembered.surfaceId}/${job.remembered.jobId}`, job]));
  return [...once.values()].sort((left, right) => right.remembered.createdAt - left.remembered.createdAt);
}

/** Counts the effect of an import. @throws StorageUnavailableError */
export async function countImport(jobs: readonly ImportedJob[]): Promise<ImportCounts> {
  const transaction = (await openDatabase()).transaction(['history', 'historyWorkflows', 'marks']);
  const history = transaction.objectStore('history');
  const room = MAX_HISTORY_JOBS - (await history.count());
  const counts = { fresh: 0, newer: 0, known: 0, enriched: 0 };
  for (const { remembered, workflow, mark } of jobs) {
    const key: [string, string] = [remembered.surfaceId, remembered.jobId];
    const change = changeBy(readableOrNull('history', await history.get(key)), remembered);
    counts[change] += 1;
    if (change !== 'known') continue;
    const isRead = workflow === null || (await transaction.objectStore('historyWorkflows').getKey(key)) !== undefined;
    const here = mark === null ? null : readableOrNull('marks', await transaction.objectStore('marks').get(key));
    if (!isRead || (mark !== null && !isCovered(here, mark))) counts.enriched += 1;
  }
  const noRoom = Math.max(0, counts.fresh - Math.max(0, room));
  return {
    ...counts,
    total: jobs.length,
    fresh: counts.fresh - noRoom,
    noRoom,
    withWorkflow: jobs.filter(({ workflow }) => workflow !== null).length,
    marked: jobs.filter(({ mark }) => mark !== null).length,
  };
}

function isCovered(here: JobAnnotation | null, added: JobAnnotation): boolean {
  return here !== null && JSON.stringify(bothMarks(here, added)) === JSON.stringify(changedAnnotation(here, {}));
}

/** Merges annotations; the stored rating takes precedence. */
function bothMarks(here: JobAnnotation, added: JobAnnotation): JobAnnotation {
  const rating = here.rating ?? added.rating ?? 0;
  return changedAnnotation(here, { star: here.isStarred || added.isStarred, addTags: added.tags, rating });
}

/**
 * Imports jobs into the history of this browser, all or none. Adds stars and tags to existing ones, and a rating and a workflow if
 * there is none. Idempotent. @throws StorageUnavailableError
 */
export async function addImported(jobs: readonly ImportedJob[]): Promise<{ added: number; updated: number }> {
  const stores: StoreNames<FlowdeckSchema>[] = ['history', 'historyWorkflows', ...CURATED_STORES];
  const transaction = (await openDatabase()).transaction(stores, 'readwrite', STRICT);
  const history = transaction.objectStore('history');
  const workflows = transaction.objectStore('historyWorkflows');
  const marks = transaction.objectStore('marks');
  let room = MAX_HISTORY_JOBS - (await history.count());
  let added = 0;
  let updated = 0;
  for (const { remembered, workflow, mark } of jobs) {
    const key: [string, string] = [remembered.surfaceId, remembered.jobId];
    const known = readableOrNull('history', await history.get(key));
    const change = changeBy(known, remembered);
    if (change === 'fresh') {
      if (room <= 0) continue;
      room -= 1;
      added += 1;
      await history.put(remembered);
    } else if (change === 'newer') {
      updated += 1;
      const { title = '', sourceKey, graph } = known ?? {};
      const origin = { ...(sourceKey === undefined ? {} : { sourceKey }), ...(graph === undefined ? {} : { graph }) };
      await history.put({ ...remembered, title, ...origin });
    }
    if (workflow !== null && (await workflows.getKey(key)) === undefined) await workflows.put(workflow, key);
    if (mark) {
      const before = readableOrNull('marks', await marks.get(key));
      await putAnnotation(transaction, before ? bothMarks(before, mark) : mark);
    }
  }
  await transaction.done;
  broadcastRecordsChanged('annotation');
  return { added, updated };
}
