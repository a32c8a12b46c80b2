import { createRoute, notFound, redirect } from '@tanstack/react-router';
import { RouteErrorPage } from '@/app/failure-pages';
import { findSurface, LOCAL_SURFACE } from '@/api/surface';
import { hasSubmittedBefore } from '@/lib/first-use';
import { NotFound } from './not-found';
import { rootRoute } from './root-route';

/** A first-time user lands on Submit, a returning one on Jobs. */
function startPage() {
  return hasSubmittedBefore() ? '/$surface/jobs' : '/$surface/submit';
}

export const indexRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: startPage(), params: { surface: LOCAL_SURFACE.id }, replace: true });
  },
});

export const surfaceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$surface',
  beforeLoad: ({ params }) => {
    const surface = findSurface(params.surface);
    if (!surface) throw notFound();
    return { surface };
  },
  notFoundComponent: NotFound,
  errorComponent: RouteErrorPage,
});

export const surfaceIndexRoute = createRoute({
  getParentRoute: () => surfaceRoute,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: startPage(), params, replace: true });
  },
});
