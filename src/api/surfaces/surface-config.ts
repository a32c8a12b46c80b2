import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { SurfaceList } from '@contract/console/surfaces';
import { callConsole } from '../call-console';
import { LOCAL_SURFACE } from '../surface';
import { hasGateway } from './has-gateway';
import { cacheSurfaceList, useSurfaceList } from './surface-list';

/** Reads the list of configured surfaces: from the gateway, otherwise from this browser (decision 058). */

const QUERY_KEY = ['console.surfaces'] as const;

/** Refreshes the copy of this page. */
export function surfaceListQuery() {
  return queryOptions({
    queryKey: QUERY_KEY,
    queryFn: async ({ signal }) => {
      if (!hasGateway()) return currentList();
      return store(await callConsole(LOCAL_SURFACE, 'listSurfaces', { signal }));
    },
    staleTime: 30_000,
    retry: false,
  });
}

function store(list: SurfaceList): SurfaceList {
  cacheSurfaceList(list);
  return list;
}

/** Shows the list after a change of it. */
export function showList(client: QueryClient, list: SurfaceList): void {
  client.setQueryData(QUERY_KEY, store(list));
}

export function currentList(): SurfaceList {
  const { surfaces, defaultId } = useSurfaceList.getState();
  return { surfaces, defaultId };
}
