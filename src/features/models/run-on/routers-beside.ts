import { allSurfaces, type Surface } from '@/api/surface';
import { useSurfaceList } from '@/api/surfaces/surface-list';

/** Returns the other servers that run models. */
export function useRoutersBeside(from: Surface): readonly Surface[] {
  // Re-renders when the list changes.
  useSurfaceList();
  return allSurfaces().filter(({ id, routerBaseUrl }) => id !== from.id && routerBaseUrl !== null);
}
