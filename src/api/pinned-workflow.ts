import { queryOptions, skipToken } from '@tanstack/react-query';
import { findValue } from '@contract/json/lossless';
import { fetchFromSurface } from './ask-surface';
import { operationKey, type Surface } from './surface';

/**
 * Text of the one graph that a deployment runs (`GET /workflow`, Job API 1). Deployments alone have it, so nobody else is
 * asked (rule J-4.69). Whether the graph stands bare or beside its format is not told; both are read.
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
