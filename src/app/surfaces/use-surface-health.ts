import { useQuery } from '@tanstack/react-query';
import { gatewayStatusQuery } from '@/domains/gateway/gateway-status';
import type { Surface } from '@/api/surface';
import { useBlockedOrigins } from '@/api/surfaces/blocked-origins';
import { useSurfaceList } from '@/api/surfaces/surface-list';
import { reachableQuery } from '@/api/surfaces/reachable-query';
import { t } from '@/lib/i18n/messages';
import { healthOf, reachableHealth, type Health } from './health-of';

interface SurfaceHealth {
  health: Health;
  /** The page has to be loaded again before it may reach the surface. */
  needsReload: boolean;
  /** Number of jobs by status; `undefined` if the surface does not count them. */
  jobs: Readonly<Record<string, number>> | undefined;
  /** Number of queued or running jobs; `null` if unknown. */
  activeJobs: number | null;
}

const urlsOf = ({ baseUrl, routerBaseUrl }: Surface) => [baseUrl, routerBaseUrl].filter((url) => url !== null);

const ACTIVE = ['queued', 'running', 'canceling'];

export function useSurfaceHealth(surface: Surface): SurfaceHealth {
  const status = useQuery(gatewayStatusQuery(surface));
  const reachable = useQuery(reachableQuery(surface));
  const isBlocked = useBlockedOrigins(({ origins }) => urlsOf(surface).some((url) => origins.has(new URL(url).origin)));
  const contentOrigins = useSurfaceList(({ surfaces }) => surfaces.find(({ id }) => id === surface.id)?.contentOrigins);
  const hasBlockedFiles = useBlockedOrigins(
    ({ files }) => contentOrigins?.some((origin) => files.has(origin)) === true,
  );
  const needsReload = isBlocked || hasBlockedFiles;
  const text = isBlocked
    ? t('Reload the page to connect')
    : hasBlockedFiles
      ? t('Reload the page to show its files')
      : surface.isLocked
        ? t('Key locked')
        : null;
  if (text !== null) {
    return { health: { tone: 'warn', text }, needsReload, jobs: undefined, activeJobs: null };
  }
  if (surface.kind !== 'gateway') {
    const { data, error } = reachable;
    return { health: reachableHealth(data, error), needsReload, jobs: undefined, activeJobs: data?.activeJobs ?? null };
  }
  const jobs = status.data?.jobs;
  const activeJobs = jobs ? ACTIVE.reduce((sum, name) => sum + (jobs[name] ?? 0), 0) : null;
  return { health: healthOf(status.data, status.error), needsReload, jobs, activeJobs };
}
