import { queryOptions } from '@tanstack/react-query';
import { isApiError } from '@/api/api-error';
import { call } from '@/api/client';
import { operationKey, type Surface } from '@/api/surface';
import { isUnsupported } from '@/api/surfaces/offered-operations';

/** Whether the surface stores bytes, under any id. Creates no asset. */
export function storedBytesQuery(surface: Surface, hash: string) {
  return queryOptions({
    queryKey: operationKey(surface, 'headAssetByHash', hash),
    queryFn: async ({ signal }) => {
      try {
        await call(surface, 'headAssetByHash', { params: { hash }, signal });
        return true;
      } catch (error) {
        if (isApiError(error) && isUnsupported(error.status)) return false;
        throw error;
      }
    },
  });
}
