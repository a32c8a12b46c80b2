import { useQuery } from '@tanstack/react-query';
import { gatewayStatusQuery } from '@/api/gateway-status';
import type { Surface } from '@/api/surface';
import { reachableQuery } from '@/api/surfaces/reachable-query';
import { healthOf, reachableHealth, type Health } from './health-of';

interface SurfaceHealth {
  health: Health;
  /** Number of jobs by status; undefined where the surface does not count them. */
  jobs: Readonly<Record<string, number>> | undefined;
  /** Jobs that wait or run; null where it is not known. */
  activeJobs: number | null;
}

const ACTIVE = ['queued', 'running', 'canceling'];

export function useSurfaceHealth(surface: Surface): SurfaceHealth {
  const status = useQuery(gatewayStatusQuery(surface));
  const reachable = useQuery(reachableQuery(surface));
  if (surface.kind !== 'gateway') {
    const { data, error } = reachable;
    return { health: reachableHealth(data, error), jobs: undefined, activeJobs: data?.activeJobs ?? null };
  }
  const jobs = status.data?.jobs;
  const activeJobs = jobs ? ACTIVE.reduce((sum, name) => sum + (jobs[name] ?? 0), 0) : null;
  return { health: healthOf(status.data, status.error), jobs, activeJobs };
}
