import { isTerminal, type JobStatus } from '@contract/jobs/lifecycle';
import type { JobError } from '@contract/jobs/schemas';
import type { AppDeps } from '../deps';
import type { JobRecord } from '../storage/store';
import { moveJob } from './job-transitions';

/** The credential of the caller lives in memory only (Job API 4, rule 5), and the memory is gone. */
export const NEEDS_KEY_AGAIN: JobError = {
  code: 'credential_lost',
  message:
    'The gateway was restarted, and it never stores the API key that this job came with. Submit the job again with the key',
};

/** A run that was begun this often, and never lived to its end, is not begun again by itself (decision 009). */
export const MAX_STARTS = 5;

const INTERRUPTED_TOO_OFTEN: JobError = {
  code: 'interrupted_too_often',
  message:
    `The gateway stopped unexpectedly ${MAX_STARTS} times while running this job, so the job is not restarted automatically. ` +
    'It may need more memory than is available; run it again once the cause is fixed',
};

export interface Unfinished {
  /** Their run was cut off: they go first and run again. */
  running: JobRecord[];
  queued: JobRecord[];
  /** Ids of jobs that end here. */
  ended: string[];
}

/**
 * What becomes of unfinished jobs when the gateway starts (docs/api-notes.md, Retention). Nobody listens yet.
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
      // A job that was handed over stays `queued` until the engine begins it.
      const isElsewhere = job.status !== 'canceling' && resumes(job.id);
      const hasAll = !job.needsExtraData || hasCredential(job.id) || isElsewhere;
      const end = endAtStart(job, now, { hasAll, isElsewhere });
      if (end) {
        moveJob(store, job.id, end.status, now, { error: end.error });
        unfinished.ended.push(job.id);
      } else unfinished[job.status === 'running' ? 'running' : 'queued'].push(job);
    }
  });
  return unfinished;
}

function endAtStart(
  job: JobRecord,
  now: number,
  { hasAll, isElsewhere }: { hasAll: boolean; isElsewhere: boolean },
): { status: JobStatus; error: JobError | null } | null {
  if (job.status === 'canceling') return { status: 'canceled', error: null };
  if (job.expiresAt <= now) return { status: 'expired', error: null };
  if (!hasAll) return { status: 'failed', error: NEEDS_KEY_AGAIN };
  if (job.starts >= MAX_STARTS && !isElsewhere) return { status: 'failed', error: INTERRUPTED_TOO_OFTEN };
  return null;
}

/**
 * Lets the engine drop the work of jobs that are finished in the store: a kill between the two leaves it behind.
 * @param ids of the jobs that have just ended, and of those that the engine still has notes of
 */
export function releaseFinished({ store, engine }: AppDeps, ids: Iterable<string>): void {
  for (const id of ids) {
    const status = store.jobs.get(id)?.status;
    if (status !== undefined && isTerminal(status)) engine.release?.(id);
  }
}

/** Of runs that the gateway stops in good order: a start counts only if the gateway ended unexpectedly (decision 009). */
export function uncountStarts({ store, log }: AppDeps, ids: readonly string[]): void {
  try {
    store.transaction(() => {
      for (const id of ids) {
        const { status, starts } = store.jobs.get(id) ?? {};
        if ((status === 'running' || status === 'queued') && starts) store.jobs.update(id, { starts: starts - 1 });
      }
    });
  } catch (error) {
    log.warn({ err: error }, 'Could not note that the runs were stopped in good order');
  }
}
