import { getRouteApi, useParams } from '@tanstack/react-router';
import { defaultSurface, findSurface, type Surface } from '@/api/surface';
import { useSurfaceList } from '@/api/surfaces/surface-list';

const surfaceRoute = getRouteApi('/$surface');

/** The surface that the path names; the route refuses unknown ones. */
export function useCurrentSurface(): Surface {
  const opened = surfaceRoute.useRouteContext({ select: (context) => context.surface });
  // Its name or its URLs may change while its page is open; one that is removed stays until the page is left.
  return useSurfaceList(() => findSurface(opened.id)) ?? opened;
}

/** The same for the shell, which is also around pages that belong to no surface. */
export function useShellSurface(): Surface {
  const id = useParams({ strict: false, select: ({ surface }) => surface });
  return useSurfaceList(() => (id === undefined ? null : findSurface(id)) ?? defaultSurface());
}
