import { getRouteApi } from '@tanstack/react-router';
import type { Surface } from '@/api/surface';

const surfaceRoute = getRouteApi('/$surface');

/** The surface that the path names; the route refuses unknown ones. */
export function useCurrentSurface(): Surface {
  return surfaceRoute.useRouteContext({ select: (context) => context.surface });
}
