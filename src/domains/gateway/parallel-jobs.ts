import type { GatewayStatus } from './gateway-status';

/** Number of jobs that run in parallel; `null` if it is unknown, or no job can start. */
export function parallelJobs(status: GatewayStatus | undefined): number | null {
  return status?.engine.isReady && status.queue?.state !== 'paused' ? (status.limits.parallelJobs ?? null) : null;
}
