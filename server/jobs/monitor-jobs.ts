import { isTerminal } from '@contract/jobs/lifecycle';
import type { AppDeps } from '../deps';
import type { EventHub } from './events/event-hub';

/** Logs what happens to jobs, and counts their starts and ends for monitoring. Each is published once, after it is on disk. */
export function monitorJobs(hub: EventHub, deps: Pick<AppDeps, 'store' | 'log' | 'metrics' | 'traces'>): void {
  const { store, log, metrics, traces } = deps;
  hub.onStatus((status, jobId) => {
    // The position in the queue changed.
    if (status === 'queued') return;
    const job = store.jobs.get(jobId);
    if (!job) return;
    const waitMs = between(job.createdAt, job.startedAt);
    const { engine, error } = job;
    if (!isTerminal(status)) {
      if (status === 'running') metrics?.jobStarted((waitMs ?? 0) / 1000);
      log.info({ jobId, status, engine, waitMs }, 'A job changed');
      return;
    }
    const runMs = between(job.startedAt, job.completedAt);
    metrics?.jobEnded(status, runMs === null ? null : runMs / 1000);
    log.info({ jobId, status, engine, errorCode: error?.code ?? null, waitMs, runMs }, 'A job ended');
    traces?.endWork(jobId);
  });
}

/** Milliseconds. The clock of the machine may be set back in between. */
function between(from: number | null, to: number | null): number | null {
  return from === null || to === null ? null : Math.max(0, to - from);
}
