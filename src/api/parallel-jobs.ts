import type { GatewayStatus } from './gateway-status';

/** How many jobs run at once; null where nobody tells, or the engine is away. */
export function parallelJobs(status: GatewayStatus | undefined): number | null {
  return status?.engine.isReady ? (status.limits.parallelJobs ?? null) : null;
}
