import { useShallow } from 'zustand/react/shallow';
import { allSurfaces, type Surface } from '@/api/surface';
import { useSurfaceList } from '@/api/surfaces/surface-list';

/** Returns all servers that run jobs, in the user's order. */
export function useJobServers(): readonly Surface[] {
  return useSurfaceList(useShallow(() => allSurfaces().filter(({ baseUrl }) => baseUrl !== null)));
}

/** Returns the servers in the search param; all of them if it names no configured server. */
export function chosenServers(servers: readonly Surface[], param: string | undefined): readonly Surface[] {
  const ids = new Set((param ?? '').split(','));
  const chosen = servers.filter(({ id }) => ids.has(id));
  return chosen.length > 0 ? chosen : servers;
}

/** Returns the search param after adding or removing a server; absent if it would name all or none. */
export function withServer(servers: readonly Surface[], param: string | undefined, id: string): string | undefined {
  const known = new Set((param ?? '').split(','));
  const next = servers.filter((server) => known.has(server.id) !== (server.id === id)).map((server) => server.id);
  return next.length === 0 || next.length === servers.length ? undefined : next.join(',');
}
