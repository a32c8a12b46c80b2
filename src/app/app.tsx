import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider, type RouterHistory } from '@tanstack/react-router';
import { createQueryClient } from '@/api/query-client';
import { createAppRouter } from './router';

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
        <RouterProvider router={router} />
      </QueryClientProvider>
    ),
  };
}
