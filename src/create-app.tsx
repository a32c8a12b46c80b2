import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { RouterProvider, createRouter, type RouterHistory } from '@tanstack/react-router';
import { createQueryClient } from '@/api/query-client';
import { BASE_PATH } from '@/lib/host-kind';
import { LanguageRoot } from '@/lib/i18n/language-root';
import { assetsRoute } from './routes/assets-routes';
import { batchesRoute, batchRoute } from './routes/batches-routes';
import { jobsRoute, jobRoute } from './routes/jobs-routes';
import { modelRoute, modelRunsRoute, modelsRoute } from './routes/models-routes';
import { rootRoute } from './routes/root-route';
import { indexRoute, surfaceIndexRoute, surfaceRoute } from './routes/surface-route';
import { settingsRoute } from './routes/settings-routes';
import { editorRoute, submitRoute } from './routes/submit-routes';

const routeTree = rootRoute.addChildren([
  indexRoute,
  surfaceRoute.addChildren([
    surfaceIndexRoute,
    submitRoute,
    editorRoute,
    jobsRoute,
    jobRoute,
    assetsRoute,
    batchesRoute,
    batchRoute,
    modelsRoute,
    modelRunsRoute,
    modelRoute,
    settingsRoute,
  ]),
]);

export function createAppRouter(queryClient: QueryClient, history?: RouterHistory) {
  return createRouter({
    routeTree,
    context: { queryClient },
    basepath: BASE_PATH,
    defaultPreload: 'intent',
    // The query cache decides what is fresh.
    defaultPreloadStaleTime: 0,
    // An in-memory history has no scroll position to restore.
    scrollRestoration: history === undefined,
    ...(history ? { history } : {}),
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}

export function createApp(history?: RouterHistory) {
  const queryClient = createQueryClient();
  const router = createAppRouter(queryClient, history);
  return {
    queryClient,
    router,
    /** Renders page and shell in one paint: rendering before the page has loaded would render everything twice. */
    loadFirstPage: () => router.load(),
    App: () => (
      <QueryClientProvider client={queryClient}>
        <LanguageRoot>
          <RouterProvider router={router} />
        </LanguageRoot>
      </QueryClientProvider>
    ),
  };
}
