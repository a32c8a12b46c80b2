import type { ListedJob } from '@contract/jobs/schemas';

/** Timestamps of a job in milliseconds; `null` if absent or invalid. */
export interface JobTimes {
  createdAt: number | null;
  startedAt: number | null;
  completedAt: number | null;
  expiresAt: number | null;
}

export function jobTimes(job: Pick<ListedJob, 'created_at' | 'started_at' | 'completed_at' | 'expires_at'>): JobTimes {
  return {
    createdAt: timestamp(job.created_at),
    startedAt: timestamp(job.started_at),
    completedAt: timestamp(job.completed_at),
    expiresAt: timestamp(job.expires_at),
  };
}

/** Returns the run time, until now or until the job finished. `null` before it started. */
export function runTimeMs({ startedAt, completedAt }: JobTimes, now: number): number | null {
  // Clamped at zero: the clocks of surface and browser may differ.
  return startedAt === null ? null : Math.max(0, (completedAt ?? now) - startedAt);
}

/** Returns the wait time, until the job started or finished. */
export function waitTimeMs({ createdAt, startedAt, completedAt }: JobTimes, now: number): number | null {
  return createdAt === null ? null : Math.max(0, (startedAt ?? completedAt ?? now) - createdAt);
}

function timestamp(text: string | null | undefined): number | null {
  if (!text) return null;
  const value = Date.parse(text);
  return Number.isFinite(value) ? value : null;
}
