import { canMove, isTerminal, type JobStatus } from '@contract/jobs/lifecycle';
import type { JobPatch, JobRecord, Store } from '../storage/store';

/**
 * The only way in which a status changes: along the table of Job API 3, on the record as it is at this moment.
 * @returns the job after the move; null when the table knows no such way, and then nothing was written. To be called
 * inside a transaction when more belongs to the move.
 */
export function moveJob(
  store: Store,
  id: string,
  to: JobStatus,
  now: number,
  patch: Omit<JobPatch, 'status' | 'completedAt' | 'startedAt'> = {},
): JobRecord | null {
  return store.transaction(() => {
    const job = store.jobs.get(id);
    if (!job || !canMove(job.status, to)) return null;
    const moved: JobPatch = { ...patch, status: to };
    if (to === 'running') moved.startedAt = now;
    if (isTerminal(to)) moved.completedAt = now;
    store.jobs.update(id, moved);
    return { ...job, ...moved };
  });
}
