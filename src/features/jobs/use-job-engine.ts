import { useQuery } from '@tanstack/react-query';
import type { ListedJob } from '@contract/jobs/schemas';
import { gatewayStatusQuery, hasSeveralEngines } from '@/api/gateway-status';
import type { Surface } from '@/api/surface';

/** Name of the engine that has or had the job, if the surface has several; else `null`. */
export function useJobEngine(surface: Surface, job: ListedJob): string | null {
  const isOneOfSeveral = useHasSeveralEngines(surface);
  return isOneOfSeveral ? (job.engine ?? null) : null;
}

export function useHasSeveralEngines(surface: Surface): boolean {
  // The shell asks for it all the time.
  const { data } = useQuery({ ...gatewayStatusQuery(surface), enabled: false });
  return data !== undefined && hasSeveralEngines(data);
}
