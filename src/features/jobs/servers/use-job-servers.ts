import { useShallow } from 'zustand/react/shallow';
import { allSurfaces, type Surface } from '@/api/surface';
import { useSurfaceList } from '@/api/surfaces/surface-list';

/** All servers that run jobs, in the order of the user. */
export function useJobServers(): readonly Surface[] {
  return useSurfaceList(useShallow(() => allSurfaces().filter(({ baseUrl }) => baseUrl !== null)));
}

/** Those that the search parameter names; all of them if it names none that is configured. */
export function chosenServers(servers: readonly Surface[], param: string | undefined): readonly Surface[] {
  const ids = new Set((param ?? '').split(','));
  const chosen = servers.filter(({ id }) => ids.has(id));
  return chosen.length > 0 ? chosen : servers;
}

/** The parameter after a server is added or removed; absent if it would name all or none. */
export function withServer(servers: readonly Surface[], param: string | undefined, id: string): string | undefined {
  const known = new Set((param ?? '').split(','));
  const next = servers.filter((server) => known.has(server.id) !== (server.id === id)).map((server) => server.id);
  return next.length === 0 || next.length === servers.length ? undefined : next.join(',');
}
