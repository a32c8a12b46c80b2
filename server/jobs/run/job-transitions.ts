import { canTransition, isTerminal, type JobStatus } from '@contract/jobs/lifecycle';
import type { JobPatch, JobRecord, Store } from '../../storage/store';

/**
 * The only function that changes a status, by the transition table of Job API 3 and on the current record.
 * @returns the updated job, or `null` if the transition is not allowed; then nothing is written. Call it inside a transaction
 * if other writes belong to the transition.
 */
export function transitionJob(
  store: Store,
  id: string,
  to: JobStatus,
  now: number,
  patch: Omit<JobPatch, 'status' | 'completedAt' | 'startedAt'> = {},
): JobRecord | null {
  return store.transaction(() => {
    const job = store.jobs.get(id);
    if (!job || !canTransition(job.status, to)) return null;
    const moved: JobPatch = { ...patch, status: to };
    if (to === 'running') moved.startedAt = now;
    if (isTerminal(to)) moved.completedAt = now;
    store.jobs.update(id, moved);
    const after = { ...job, ...moved };
    if (isTerminal(to)) store.webhook.onJobEnd?.(after);
    return after;
  });
}
