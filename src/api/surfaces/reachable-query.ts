import { queryOptions } from '@tanstack/react-query';
import { isActive } from '@contract/jobs/lifecycle';
import { isApiError } from '../api-error';
import { fetchText } from '../ask-surface';
import { isNotOffered } from '../jobs/list-page';
import { listedJobs } from '../jobs/listed-jobs';
import { askRouter } from '../models/router-client';
import { operationKey, type Surface } from '../surface';
import { markFlowdeck } from './surface-list';

export interface Reachable {
  roundTripMs: number;
  /** Jobs that wait or run; null where the surface does not list them. */
  activeJobs: number | null;
}

const POLL_MS = 15_000;
const POLL_HIDDEN_MS = 60_000;
const MAX_COUNTED = 100;

/** How a surface answers that has no status of its own: one small request to the API that it has. */
export function reachableQuery(surface: Surface) {
  return queryOptions({
    queryKey: operationKey(surface, 'derived.reachable'),
    queryFn: async ({ signal }): Promise<Reachable> => {
      if (surface.kind === 'self-hosted') await lookForFlowdeck(surface, signal);
      const startedAt = performance.now();
      const activeJobs = await countActive(surface, signal);
      return { roundTripMs: performance.now() - startedAt, activeJobs };
    },
    enabled: surface.kind !== 'gateway',
    retry: false,
    refetchInterval: () => (document.hidden ? POLL_HIDDEN_MS : POLL_MS),
  });
}

/** Until the page is loaded anew. */
const looked = new Set<string>();

/** A self-hosted surface may be another Flowdeck gateway, which can do more: it is asked once. */
async function lookForFlowdeck(surface: Surface, signal: AbortSignal): Promise<void> {
  const { id, baseUrl } = surface;
  if (baseUrl === null || looked.has(baseUrl)) return;
  try {
    const { response } = await fetchText(surface, `${baseUrl}/console/status`, { signal });
    looked.add(baseUrl);
    if (response.status === 200) markFlowdeck(id, true);
  } catch {
    // The question about its jobs says what is wrong.
  }
}

async function countActive(surface: Surface, signal: AbortSignal): Promise<number | null> {
  if (surface.baseUrl === null) {
    await askRouter(surface, '/v2/models?limit=1', { signal });
    return null;
  }
  try {
    const query = { status: 'queued,running,canceling', limit: String(MAX_COUNTED) };
    const jobs = await listedJobs(surface, query, signal);
    return jobs.filter(({ status }) => isActive(status)).length;
  } catch (error) {
    if (isApiError(error) && isNotOffered(error.status)) return null;
    throw error;
  }
}
