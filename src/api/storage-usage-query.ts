import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { fetchFromSurface } from './ask-surface';
import { operationKey, type Surface } from './surface';

const SpaceUsed = z.looseObject({ files: z.number(), bytes: z.number() });

/** `GET /console/storage`, private to our gateway: what takes space there, and which deleted jobs can be restored. */
const StorageUsage = z.looseObject({
  uploads: SpaceUsed,
  outputs: SpaceUsed,
  trash: SpaceUsed,
  largest_jobs: z.array(
    z.looseObject({ id: z.string(), title: z.nullable(z.string()), files: z.number(), bytes: z.number() }),
  ),
  deleted_jobs: z.array(z.looseObject({ id: z.string(), title: z.nullable(z.string()), restorable_until: z.string() })),
  free_bytes: z.nullable(z.number()),
});
export type StorageUsage = z.infer<typeof StorageUsage>;

export function storageUsageQuery(surface: Surface) {
  return queryOptions({
    queryKey: operationKey(surface, 'console.storage'),
    queryFn: async ({ signal }): Promise<StorageUsage> =>
      StorageUsage.parse(JSON.parse(await fetchFromSurface(surface, '/console/storage', { signal }))),
    staleTime: 0,
    retry: false,
  });
}
