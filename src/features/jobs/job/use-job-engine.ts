import { useQuery } from '@tanstack/react-query';
import type { ListedJob } from '@contract/jobs/schemas';
import { gatewayStatusQuery, hasSeveralEngines } from '@/domains/gateway/gateway-status';
import type { Surface } from '@/api/surface';

/** Name of the engine that has or had the job, if the surface has several; else `null`. */
export function useJobEngine(surface: Surface, job: ListedJob): string | null {
  const isOneOfSeveral = useHasSeveralEngines(surface);
  return isOneOfSeveral ? (job.engine ?? null) : null;
}

export function useHasSeveralEngines(surface: Surface): boolean {
  // The shell fetches it continuously.
  const { data } = useQuery({ ...gatewayStatusQuery(surface), enabled: false });
  return data !== undefined && hasSeveralEngines(data);
}
