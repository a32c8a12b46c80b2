import { queryOptions } from '@tanstack/react-query';
import { call } from '@/api/client';
import { operationKey, type Surface } from '@/api/surface';

/** The record of an asset with a fresh `url`. */
export function assetQuery(surface: Surface, assetId: string) {
  return queryOptions({
    queryKey: operationKey(surface, 'getAsset', assetId),
    queryFn: async ({ signal }) => (await call(surface, 'getAsset', { params: { id: assetId }, signal })).body,
    // `url` is signed for hours; records do not change.
    staleTime: 10 * 60_000,
  });
}
