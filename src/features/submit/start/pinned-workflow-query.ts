import { queryOptions, skipToken } from '@tanstack/react-query';
import { findValue } from '@contract/json/lossless';
import { fetchFromSurface } from '@/api/fetch-from-surface';
import { operationKey, type Surface } from '@/api/surface';

/**
 * Fetches the text of the one graph that a deployment runs (`GET /workflow`, Job API 1). Only deployments have it, so no other
 * surface is called (rule J-4.69). The API does not specify whether the graph is bare or wrapped with its format; both are
 * accepted.
 */
export function pinnedWorkflowQuery(surface: Surface) {
  return queryOptions({
    queryKey: operationKey(surface, 'deployment.workflow'),
    queryFn:
      surface.kind === 'deployment'
        ? async ({ signal }): Promise<string> => {
            const text = await fetchFromSurface(surface, '/workflow', { signal });
            const span = findValue(text, ['format']) ? findValue(text, ['workflow']) : null;
            return span ? text.slice(span.start, span.end) : text;
          }
        : skipToken,
    staleTime: 60_000,
  });
}

/** The pinned workflow as a file to open. */
export function pinnedFile(surface: Surface, text: string): File {
  return new File([text], `${surface.name}.json`, { type: 'application/json' });
}
