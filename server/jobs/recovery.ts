import type { JobStatus } from '@contract/jobs/lifecycle';
import type { JobError } from '@contract/jobs/schemas';
import type { AppDeps } from '../deps';
import type { JobRecord } from '../storage/store';
import { moveJob } from './job-moves';

/** The credential of the caller lives in memory only (Job API 4, rule 5), and the memory is gone. */
export const NEEDS_KEY_AGAIN: JobError = {
  code: 'credential_lost',
  message:
    'The gateway was restarted, and it never stores the API key that this job came with. Submit the job again with the key',
};

export interface Unfinished {
  /** Their execution was cut off: they go first and run again. */
  running: JobRecord[];
  queued: JobRecord[];
  /** Ids of jobs that end here. */
  ended: string[];
}

/**
 * Design 4, "Durable": what becomes of unfinished jobs when the gateway starts. Nobody listens yet.
 * @param hasCredential jobs that came in since this process began still have theirs.
 * @param resumes jobs whose work goes on outside of the gateway: whatever they need was handed over.
 */
export function recoverJobs(
  { store, clock }: Pick<AppDeps, 'store' | 'clock'>,
  hasCredential: (jobId: string) => boolean,
  resumes: (jobId: string) => boolean = () => false,
): Unfinished {
  const now = clock.now();
  const unfinished: Unfinished = { running: [], queued: [], ended: [] };
  store.transaction(() => {
    for (const job of store.jobs.withStatus(['queued', 'running', 'canceling'])) {
      const isElsewhere = job.status === 'running' && resumes(job.id);
      const hasAll = !job.needsExtraData || hasCredential(job.id) || isElsewhere;
      const end = endAtStart(job, now, hasAll);
      if (end) {
        moveJob(store, job.id, end, now, end === 'failed' ? { error: NEEDS_KEY_AGAIN } : {});
        unfinished.ended.push(job.id);
      } else unfinished[job.status === 'running' ? 'running' : 'queued'].push(job);
    }
  });
  return unfinished;
}

function endAtStart(job: JobRecord, now: number, hasAll: boolean): JobStatus | null {
  if (job.status === 'canceling') return 'canceled';
  if (job.expiresAt <= now) return 'expired';
  return hasAll ? null : 'failed';
}
