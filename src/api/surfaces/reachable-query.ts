import { queryOptions } from '@tanstack/react-query';
import { isActive } from '@contract/jobs/lifecycle';
import { errorFromResponse, isApiError } from '../api-error';
import { fetchText, jobApiUrl } from '../fetch-from-surface';
import { listedJobs } from './listed-jobs';
import { fetchRouter } from '../router-client';
import { operationKey, type Surface } from '../surface';
import { lacksCapability } from './capability-record';
import { isUnsupported } from './offered-operations';
import { probeWhenDue } from './probe-when-due';

export interface Reachable {
  roundTripMs: number;
  /** Number of waiting and running jobs; `null` if the surface does not list them. */
  activeJobs: number | null;
}

const POLL_MS = 15_000;
const POLL_HIDDEN_MS = 60_000;
const MAX_COUNTED = 100;

/** Checks a surface without a status operation: one small request to one of its APIs. */
export function reachableQuery(surface: Surface) {
  return queryOptions({
    queryKey: operationKey(surface, 'derived.reachable'),
    queryFn: async ({ client, signal }): Promise<Reachable> => {
      const startedAt = performance.now();
      const activeJobs = await countActive(surface, signal);
      const roundTripMs = performance.now() - startedAt;
      probeWhenDue(client, surface);
      return { roundTripMs, activeJobs };
    },
    enabled: surface.kind !== 'gateway',
    retry: false,
    refetchInterval: () => (document.hidden ? POLL_HIDDEN_MS : POLL_MS),
  });
}

async function countActive(surface: Surface, signal: AbortSignal): Promise<number | null> {
  if (surface.baseUrl === null) {
    await fetchRouter(surface, '/v2/models?limit=1', { signal });
    return null;
  }
  if (lacksCapability(surface, 'lists')) {
    await checkReachable(surface, signal);
    return null;
  }
  try {
    const query = { status: 'queued,running,canceling', limit: String(MAX_COUNTED) };
    const jobs = await listedJobs(surface, query, signal);
    return jobs.filter(({ status }) => isActive(status)).length;
  } catch (error) {
    if (isApiError(error) && isUnsupported(error.status)) return null;
    throw error;
  }
}

/** For a surface without lists: requests its health, otherwise the list, whose 501 is also a response. */
async function checkReachable(surface: Surface, signal: AbortSignal): Promise<void> {
  const path = lacksCapability(surface, 'health') ? '/api/v2/jobs?limit=1' : '/api/v2/health';
  const { response, text } = await fetchText(surface, jobApiUrl(surface) + path, { signal });
  const { ok, status, headers } = response;
  if (!ok && !isUnsupported(status)) throw errorFromResponse(status, headers, text);
}
