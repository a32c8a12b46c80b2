import { queryOptions } from '@tanstack/react-query';
import type { NextRemovals, StorageUsage } from '@contract/console/schemas';
import { callConsole } from '@/api/call-console';
import { operationKey, type Surface } from '@/api/surface';

export function storageUsageQuery(surface: Surface) {
  return queryOptions({
    queryKey: operationKey(surface, 'console.storage'),
    queryFn: ({ signal }): Promise<StorageUsage> => callConsole(surface, 'getStorageUsage', { signal }),
    staleTime: 0,
    retry: false,
  });
}

/** What the storage limit removes next. Stale with the storage. */
export function nextRemovalsQuery(surface: Surface) {
  return queryOptions({
    queryKey: operationKey(surface, 'console.storage', 'next'),
    queryFn: ({ signal }): Promise<NextRemovals> => callConsole(surface, 'listNextRemovals', { signal }),
    staleTime: 0,
    retry: false,
  });
}
