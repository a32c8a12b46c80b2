import { useQuery } from '@tanstack/react-query';
import type { QueueStatus } from '@contract/console/queue';
import type { Surface } from '@/api/surface';
import { gatewayStatusQuery, type GatewayStatus } from './gateway-status';

/** Returns the job queue of the surface, as the shell last fetched it; `null` if the surface has no queue control. */
export function useQueue(surface: Surface): QueueStatus | null {
  const { data } = useQuery({ ...gatewayStatusQuery(surface), enabled: false, select: queueOf });
  return data ?? null;
}

function queueOf({ queue }: GatewayStatus): QueueStatus | null {
  return queue ?? null;
}
