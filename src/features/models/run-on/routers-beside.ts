import { allSurfaces, type Surface } from '@/api/surface';
import { useSurfaceList } from '@/api/surfaces/surface-list';

/** The other servers that run models. */
export function useRoutersBeside(from: Surface): readonly Surface[] {
  // Read again when the list changes.
  useSurfaceList();
  return allSurfaces().filter(({ id, routerBaseUrl }) => id !== from.id && routerBaseUrl !== null);
}
