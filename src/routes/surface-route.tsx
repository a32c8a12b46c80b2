import { createRoute, notFound, redirect } from '@tanstack/react-router';
import { RouteErrorPage } from '@/app/failure-pages';
import { defaultSurface, findSurface } from '@/api/surface';
import { hasGateway } from '@/api/surfaces/has-gateway';
import { surfaceListQuery } from '@/api/surfaces/surface-config';
import { hasSubmittedSetting } from '@/domains/jobs/first-submission';
import { NotFoundPage } from '@/app/not-found-page';
import { pageComponent } from './page-code';
import { rootRoute } from './root-route';

/** A first-time user lands on Submit, a returning one on Jobs. */
function startPage() {
  return hasSubmittedSetting.get() ? '/$surface/jobs' : '/$surface/submit';
}

export const indexRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    if (!hasGateway()) return;
    throw redirect({ to: startPage(), params: { surface: defaultSurface().id }, replace: true });
  },
  // Without a gateway the page of servers is the first one.
  component: pageComponent(() => import('@/app/settings/servers/servers-page'), 'ServersPage'),
});

export const surfaceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$surface',
  beforeLoad: async ({ params, context }) => {
    const known = findSurface(params.surface);
    if (known) return { surface: known };
    // It may have been added in another browser.
    await context.queryClient.fetchQuery(surfaceListQuery()).catch(() => null);
    const surface = findSurface(params.surface);
    if (!surface) throw notFound();
    return { surface };
  },
  notFoundComponent: NotFoundPage,
  errorComponent: RouteErrorPage,
});

export const surfaceIndexRoute = createRoute({
  getParentRoute: () => surfaceRoute,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: startPage(), params, replace: true });
  },
});
