import { queryOptions } from '@tanstack/react-query';
import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import { callConsole } from '@/api/call-console';
import { operationKey, type Surface } from '@/api/surface';
import { readDefinitions } from './read-definitions';

/**
 * Query of `GET /console/object_info`, private to our gateway. `null` if the surface has no readable definitions: forms then infer
 * inputs from values and names (rule J-1.30). Never an error, since a form without bounds is better than none.
 */
export function definitionsQuery(surface: Surface) {
  return queryOptions({
    queryKey: operationKey(surface, 'console.definitions'),
    queryFn: async ({ signal, client, queryKey }): Promise<NodeDefinitions | null> => {
      if (surface.kind !== 'gateway') return null;
      try {
        return readDefinitions(await callConsole(surface, 'getObjectInfo', { signal }));
      } catch (error) {
        if (signal.aborted) throw error;
        // Those of an unreachable gateway most likely still hold.
        return client.getQueryData<NodeDefinitions | null>(queryKey) ?? null;
      }
    },
    // Classes change when an engine restarts; the surface then rejects the job, and its message is shown.
    staleTime: 60_000,
    // A starting engine cannot report its classes yet; a deployment never does.
    refetchInterval: ({ state }) => (surface.kind === 'gateway' && state.data === null ? UNKNOWN_AGAIN_MS : false),
  });
}

const UNKNOWN_AGAIN_MS = 5000;
