import { useQuery } from '@tanstack/react-query';
import type { Surface } from '@/api/surface';
import { gatewayStatusQuery, type GatewayStatus } from './gateway-status';

/** Returns true if a queued job waits because the queue is paused. Jobs that an engine has already start nevertheless. */
export function useIsHeld(surface: Surface, jobId: string): boolean {
  const select = ({ queue }: GatewayStatus) => queue?.state === 'paused' && !queue.atEngine?.includes(jobId);
  return useQuery({ ...gatewayStatusQuery(surface), enabled: false, select }).data === true;
}
