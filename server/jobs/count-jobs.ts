import { isTerminal } from '@contract/jobs/lifecycle';
import type { AppDeps } from '../deps';
import type { EventHub } from './events/event-hub';

/** Counts starts and ends of jobs for monitoring, with their times. Both are published once, after they are on disk. */
export function countJobs(hub: EventHub, { store, metrics }: Pick<AppDeps, 'store' | 'metrics'>): void {
  if (!metrics) return;
  hub.onStatus((status, jobId) => {
    if (status !== 'running' && !isTerminal(status)) return;
    const job = store.jobs.get(jobId);
    if (!job) return;
    const { createdAt, startedAt, completedAt } = job;
    if (status === 'running') metrics.jobStarted(seconds(createdAt, startedAt) ?? 0);
    else metrics.jobEnded(status, seconds(startedAt, completedAt));
  });
}

/** The clock of the machine may be set back in between. */
function seconds(from: number | null, to: number | null): number | null {
  return from === null || to === null ? null : Math.max(0, to - from) / 1000;
}
