import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext } from '@tanstack/react-router';
import { RouteErrorPage } from '@/app/failure-pages';
import { Shell } from '@/app/shell';
import { NotFoundPage } from '@/app/not-found-page';

export const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Shell,
  notFoundComponent: NotFoundPage,
  errorComponent: RouteErrorPage,
});
