import type { ListedJob } from '@contract/jobs/schemas';

/** Wall-clock instants of a job in milliseconds; null where it has none, or none that can be read. */
export interface JobTimes {
  createdAt: number | null;
  startedAt: number | null;
  completedAt: number | null;
  expiresAt: number | null;
}

export function jobTimes(job: Pick<ListedJob, 'created_at' | 'started_at' | 'completed_at' | 'expires_at'>): JobTimes {
  return {
    createdAt: instant(job.created_at),
    startedAt: instant(job.started_at),
    completedAt: instant(job.completed_at),
    expiresAt: instant(job.expires_at),
  };
}

/** How long the job has run, until now or until it ended. Null before it started. */
export function runTimeMs({ startedAt, completedAt }: JobTimes, now: number): number | null {
  // The clocks of surface and browser may differ; a negative time helps nobody.
  return startedAt === null ? null : Math.max(0, (completedAt ?? now) - startedAt);
}

/** How long it waited, until it started or ended. */
export function waitTimeMs({ createdAt, startedAt, completedAt }: JobTimes, now: number): number | null {
  return createdAt === null ? null : Math.max(0, (startedAt ?? completedAt ?? now) - createdAt);
}

function instant(text: string | null | undefined): number | null {
  if (!text) return null;
  const value = Date.parse(text);
  return Number.isFinite(value) ? value : null;
}
