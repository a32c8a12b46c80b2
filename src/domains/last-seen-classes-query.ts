import { queryOptions } from '@tanstack/react-query';
import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import { callConsole } from '@/api/call-console';
import { operationKey, type Surface } from '@/api/surface';
import { readDefinitions } from './read-definitions';

export interface LastSeenClasses {
  definitions: NodeDefinitions;
  /** Unix milliseconds. */
  readAt: number;
}

/**
 * Query of `GET /console/last_seen_classes`, private to our gateway. `null` if there are none, or if an earlier version or another
 * kind of server does not know them. Never an error, since they are a guess only.
 */
export function lastSeenClassesQuery(surface: Surface) {
  return queryOptions({
    queryKey: operationKey(surface, 'console.lastSeenClasses'),
    queryFn: async ({ signal }): Promise<LastSeenClasses | null> => {
      if (surface.kind !== 'gateway') return null;
      try {
        const { readAt, classes } = await callConsole(surface, 'getLastSeenClasses', { signal });
        const definitions = readDefinitions(classes);
        return readAt === null || definitions === null ? null : { readAt, definitions };
      } catch (error) {
        if (signal.aborted) throw error;
        return null;
      }
    },
    staleTime: 60_000,
  });
}
