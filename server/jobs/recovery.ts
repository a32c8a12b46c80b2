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
}

/**
 * Design 4, "Durable": what becomes of unfinished jobs when the gateway starts. Nobody listens yet.
 * @param hasCredential jobs that came in since this process began still have theirs.
 */
export function recoverJobs(
  { store, clock }: Pick<AppDeps, 'store' | 'clock'>,
  hasCredential: (jobId: string) => boolean,
): Unfinished {
  const now = clock.now();
  const unfinished: Unfinished = { running: [], queued: [] };
  store.transaction(() => {
    for (const job of store.jobs.withStatus(['queued', 'running', 'canceling'])) {
      if (job.status === 'canceling') moveJob(store, job.id, 'canceled', now);
      else if (job.expiresAt <= now) moveJob(store, job.id, 'expired', now);
      else if (job.needsExtraData && !hasCredential(job.id)) {
        moveJob(store, job.id, 'failed', now, { error: NEEDS_KEY_AGAIN });
      } else unfinished[job.status === 'running' ? 'running' : 'queued'].push(job);
    }
  });
  return unfinished;
}
