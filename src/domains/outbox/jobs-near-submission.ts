import type { ListedJob } from '@contract/jobs/schemas';
import { type OutboxEntry } from './outbox-entry';
import { LABEL_OUTBOX } from '../job-record/job-labels';
import { KEY_LIFETIME_MS } from '../journal/key-age';

/** Maximum clock difference between browser and surface. */
const CLOCK_MARGIN_MS = 10 * 60 * 1000;

/** Returns the jobs that a submission may have created, the closest in time first. `takenIds`: jobs of other entries. */
export function jobsNearSubmission(
  jobs: readonly ListedJob[],
  { id, firstSentAt, createdAt }: OutboxEntry,
  takenIds: ReadonlySet<string>,
): ListedJob[] {
  const sentAt = firstSentAt ?? createdAt;
  const distance = (job: ListedJob) => Math.abs(Date.parse(job.created_at) - sentAt);
  return jobs
    .filter((job) => {
      const madeAt = Date.parse(job.created_at);
      const label = job.metadata?.[LABEL_OUTBOX];
      if (takenIds.has(job.id) || (label !== undefined && label !== id)) return false;
      return madeAt >= sentAt - CLOCK_MARGIN_MS && madeAt <= sentAt + KEY_LIFETIME_MS;
    })
    .sort((left, right) => distance(left) - distance(right));
}
