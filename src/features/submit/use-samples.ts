import { useQuery } from '@tanstack/react-query';
import type { Surface } from '@/api/surface';
import { gatewayStatusQuery } from '@/domains/gateway/gateway-status';
import { samplesOf, type Sample } from './samples';

/** Returns the samples that a server can run; none on servers that are not ours. */
export function useSamples(surface: Surface): readonly Sample[] {
  const { data } = useQuery(gatewayStatusQuery(surface));
  return surface.kind === 'gateway' ? samplesOf(data) : [];
}
