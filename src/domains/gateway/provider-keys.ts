import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { ProviderKeyEntry, ProviderKeyList } from '@contract/console/provider-keys';
import { callConsole } from '@/api/call-console';
import { LOCAL_SURFACE, operationKey } from '@/api/surface';

/** The keys of the model providers of the gateway that serves this page: which there are, never a key itself. */
export const providerKeysQuery = queryOptions({
  queryKey: operationKey(LOCAL_SURFACE, 'console.providerKeys'),
  queryFn: ({ signal }): Promise<ProviderKeyList> => callConsole(LOCAL_SURFACE, 'listProviderKeys', { signal }),
  staleTime: 0,
  retry: false,
});

/** @throws ApiError, also if the address of the provider is no longer the one of `entry` */
export async function saveProviderKey(
  client: QueryClient,
  { id, origin }: Pick<ProviderKeyEntry, 'id' | 'origin'>,
  key: string,
): Promise<void> {
  const body = { key, origin: origin ?? '' };
  const list = await callConsole(LOCAL_SURFACE, 'putProviderKey', { params: { id }, body });
  client.setQueryData(providerKeysQuery.queryKey, list);
}

/** @throws ApiError */
export async function removeProviderKey(client: QueryClient, { id }: Pick<ProviderKeyEntry, 'id'>): Promise<void> {
  const list = await callConsole(LOCAL_SURFACE, 'deleteProviderKey', { params: { id } });
  client.setQueryData(providerKeysQuery.queryKey, list);
}
