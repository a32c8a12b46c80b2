import { isTerminal } from '@contract/jobs/lifecycle';
import type { AppDeps } from '../deps';
import type { EventHub } from './events/event-hub';

/**
 * Counts starts and ends of jobs for monitoring, with their times, and logs the ends. Both are published once, after they are on disk.
 */
export function noteJobEnds(hub: EventHub, deps: Pick<AppDeps, 'store' | 'log' | 'metrics' | 'traces'>): void {
  const { store, log, metrics, traces } = deps;
  hub.onStatus((status, jobId) => {
    const hasEnded = isTerminal(status);
    if (status !== 'running' && !hasEnded) return;
    const job = store.jobs.get(jobId);
    if (!job) return;
    const waitMs = between(job.createdAt, job.startedAt);
    if (!hasEnded) {
      metrics?.jobStarted((waitMs ?? 0) / 1000);
      return;
    }
    const runMs = between(job.startedAt, job.completedAt);
    metrics?.jobEnded(status, runMs === null ? null : runMs / 1000);
    const { engine, error } = job;
    log.info({ jobId, status, engine, errorCode: error?.code ?? null, waitMs, runMs }, 'A job ended');
    traces?.endWork(jobId);
  });
}

/** Milliseconds. The clock of the machine may be set back in between. */
function between(from: number | null, to: number | null): number | null {
  return from === null || to === null ? null : Math.max(0, to - from);
}
