import { useQuery } from '@tanstack/react-query';
import { gatewayStatusQuery } from '@/domains/gateway/gateway-status';
import { LOCAL_SURFACE } from '@/api/surface';
import { formatDuration } from '@/lib/format';
import { useNow } from '@/lib/hooks/use-now';

const STEP_MS = 1000;

/**
 * The clock of a job that runs: while the gateway is unreachable it stops at the last response, since nothing is known
 * of the run after that.
 */
export function useRunClock(): number {
  const now = useNow(STEP_MS);
  const { isError, dataUpdatedAt } = useQuery(gatewayStatusQuery(LOCAL_SURFACE));
  return isError && dataUpdatedAt > 0 ? Math.min(now, dataUpdatedAt) : now;
}

/** Run time so far, as far as it is known. */
export function KnownElapsed({ since }: { since: number }) {
  const now = useRunClock();
  return <>{formatDuration(Math.max(0, now - since))}</>;
}
