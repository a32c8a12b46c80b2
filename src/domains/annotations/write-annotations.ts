import type { StoreNames } from 'idb';
import type { ListedJob } from '@contract/jobs/schemas';
import { blankAnnotation, changedAnnotation, isBlank, type AnnotationChange } from './job-annotation';
import { putAnnotation } from './put-annotation';
import { CURATED_STORES } from '../curated/curated-kinds';
import { broadcastRecordsChanged } from '../curated/records-channel';
import { LABEL_TITLE } from '../job-record/job-labels';
import { openDatabase, STRICT, type FlowdeckSchema } from '../database';
import { readableOrNull } from '../record-schemas';
import { withoutUrls, type HistoryJob } from '../job-record/history-job';

/**
 * Updates annotations. Also adds annotated jobs to the history, so that they are available even if the surface no longer lists
 * them. @throws StorageUnavailableError
 */
export async function writeAnnotations(
  surfaceId: string,
  jobs: readonly ListedJob[],
  change: AnnotationChange,
): Promise<void> {
  const stores: StoreNames<FlowdeckSchema>[] = [...CURATED_STORES, 'history'];
  const transaction = (await openDatabase()).transaction(stores, 'readwrite', STRICT);
  const marks = transaction.objectStore('marks');
  const history = transaction.objectStore('history');
  for (const job of jobs) {
    const key: [string, string] = [surfaceId, job.id];
    const next = changedAnnotation(
      readableOrNull('marks', await marks.get(key)) ?? blankAnnotation(surfaceId, job.id),
      change,
    );
    await putAnnotation(transaction, next);
    if (!isBlank(next) && !(await history.getKey(key))) await history.put(toRemember(surfaceId, job));
  }
  await transaction.done;
  broadcastRecordsChanged('annotation');
}

function toRemember(surfaceId: string, job: ListedJob): HistoryJob {
  const title = job.metadata?.[LABEL_TITLE] ?? '';
  return { surfaceId, jobId: job.id, title, createdAt: Date.parse(job.created_at), job: withoutUrls(job) };
}
