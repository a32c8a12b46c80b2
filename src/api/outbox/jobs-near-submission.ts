import type { ListedJob } from '@contract/jobs/schemas';
import { LABEL_OUTBOX, type OutboxEntry } from './outbox-entry';
import { KEY_LIFETIME_MS } from './outbox-machine';

/** Clocks of browser and surface may differ by as much. */
const CLOCK_MARGIN_MS = 10 * 60 * 1000;

/** Jobs that an act of submitting may have made, the closest in time first. `takenIds`: jobs that other entries made. */
export function jobsOfItsTime(
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
