import type { GatewayStatus } from './gateway-status';

/** Number of jobs that run in parallel; `null` if it is unknown or the engine is unreachable. */
export function parallelJobs(status: GatewayStatus | undefined): number | null {
  return status?.engine.isReady ? (status.limits.parallelJobs ?? null) : null;
}
