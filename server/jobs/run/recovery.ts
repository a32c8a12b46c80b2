import { isTerminal, type JobStatus } from '@contract/jobs/lifecycle';
import type { JobError } from '@contract/jobs/schemas';
import type { AppDeps } from '../../deps';
import type { JobRecord } from '../../storage/store';
import { transitionJob } from './job-transitions';

/** Dependencies of the runner. */
export type RunnerDeps = Pick<
  AppDeps,
  'store' | 'blobs' | 'clock' | 'newId' | 'settings' | 'engine' | 'log' | 'isDiskFull' | 'traces'
>;

/** The credential of the caller was in memory only (Job API 4, rule 5) and is lost. */
export const NEEDS_KEY_AGAIN: JobError = {
  code: 'credential_lost',
  message: 'The gateway was restarted, and it never stores API keys. Submit the job again with its key',
};

/** A job that was started this often without finishing is not restarted automatically (decision 009). */
export const MAX_STARTS = 5;

const INTERRUPTED_TOO_OFTEN: JobError = {
  code: 'interrupted_too_often',
  message:
    `The gateway stopped unexpectedly ${MAX_STARTS} times while running this job, so the job is not restarted automatically. ` +
    'It may need more memory than is available; run it again once the cause is fixed',
};

export interface Unfinished {
  /** Interrupted jobs: they run again, before all others. */
  running: JobRecord[];
  queued: JobRecord[];
  /** Ids of jobs that finish here. */
  ended: string[];
}

/**
 * Decides the outcome of unfinished jobs at startup (docs/api-notes.md, Retention). There are no listeners yet.
 * @param hasCredential true for jobs submitted since this process started, whose credential is still in memory
 * @param resumes true for jobs whose work continues outside of the gateway
 */
export function recoverJobs(
  { store, clock }: Pick<AppDeps, 'store' | 'clock'>,
  hasCredential: (jobId: string) => boolean,
  resumes: (jobId: string) => boolean = () => false,
): Unfinished {
  const now = clock.now();
  return store.transaction(() => {
    const unfinished: Unfinished = { running: [], queued: [], ended: [] };
    for (const job of store.jobs.withStatus(['queued', 'running', 'canceling'])) {
      // A job that was given to the engine stays `queued` until the engine starts it.
      const isElsewhere = job.status !== 'canceling' && resumes(job.id);
      const hasAll = !job.needsExtraData || hasCredential(job.id) || isElsewhere;
      const end = endAtStart(job, now, { hasAll, isElsewhere });
      if (end) {
        transitionJob(store, job.id, end.status, now, { error: end.error });
        unfinished.ended.push(job.id);
      } else unfinished[job.status === 'running' ? 'running' : 'queued'].push(job);
    }
    return unfinished;
  });
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
 * Tells the engine to drop work of jobs that are finished in the store, which a kill between both can leave behind.
 * @param ids jobs that have just finished, and jobs of which the engine still has records
 */
export function releaseFinished({ store, engine }: Pick<AppDeps, 'store' | 'engine'>, ids: Iterable<string>): void {
  for (const id of ids) {
    const status = store.jobs.get(id)?.status;
    if (status !== undefined && isTerminal(status)) engine.release?.(id);
  }
}

/** Uncounts the start of runs that a clean shutdown stops: only unexpected exits count (decision 009). */
export function uncountStarts({ store, log }: Pick<AppDeps, 'store' | 'log'>, ids: readonly string[]): void {
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
