import type { StoreNames } from 'idb';
import type { ListedJob } from '@contract/jobs/schemas';
import { blankAnnotation, changedAnnotation, isBlank, type AnnotationChange } from './job-annotation';
import { putFileMark } from './file-marks';
import { putAnnotation } from './put-annotation';
import { CURATED_STORES } from '../curated/curated-kinds';
import { broadcastRecordsChanged } from '../curated/records-channel';
import { LABEL_TITLE } from '../job-record/job-labels';
import { openDatabase, STRICT, type FlowdeckSchema } from '../database';
import { readableOrNull } from '../record-schemas';
import { withoutUrls, type HistoryJob } from '../job-record/history-job';

/**
 * Updates annotations, and with them the star and the rating of the file of a job that has one output (decision 122). Also adds
 * annotated jobs to the history, so that they are available even if the surface no longer lists them. @throws StorageUnavailableError
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
  const { star, rating } = change;
  const fileChange = {
    ...(star === undefined ? {} : { isStarred: star }),
    ...(rating === undefined ? {} : { rating }),
  };
  let hasFiles = false;
  for (const job of jobs) {
    const key: [string, string] = [surfaceId, job.id];
    const next = changedAnnotation(
      readableOrNull('marks', await marks.get(key)) ?? blankAnnotation(surfaceId, job.id),
      change,
    );
    await putAnnotation(transaction, next);
    const [output, second] = job.outputs ?? [];
    if (output && !second && Object.keys(fileChange).length > 0) {
      await putFileMark(transaction, surfaceId, output.id, fileChange);
      hasFiles = true;
    }
    if (!isBlank(next) && !(await history.getKey(key))) await history.put(toRemember(surfaceId, job));
  }
  await transaction.done;
  broadcastRecordsChanged('annotation');
  if (hasFiles) broadcastRecordsChanged('file');
}

function toRemember(surfaceId: string, job: ListedJob): HistoryJob {
  const title = job.metadata?.[LABEL_TITLE] ?? '';
  return { surfaceId, jobId: job.id, title, createdAt: Date.parse(job.created_at), job: withoutUrls(job) };
}
