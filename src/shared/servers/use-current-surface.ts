import { getRouteApi, useParams } from '@tanstack/react-router';
import { defaultSurface, findSurface, type Surface } from '@/api/surface';
import { useSurfaceList } from '@/api/surfaces/surface-list';

const surfaceRoute = getRouteApi('/$surface');

/** Returns the surface of the path; the route rejects unknown ones. */
export function useCurrentSurface(): Surface {
  const opened = surfaceRoute.useRouteContext({ select: (context) => context.surface });
  // Name and URLs may change while the page is open; a removed surface stays until the user leaves the page.
  return useSurfaceList(() => findSurface(opened.id)) ?? opened;
}

/** The same for the shell, which also contains pages without a surface. */
export function useShellSurface(): Surface {
  const id = useParams({ strict: false, select: ({ surface }) => surface });
  return useSurfaceList(() => (id === undefined ? null : findSurface(id)) ?? defaultSurface());
}
