import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { render } from 'vitest-browser-react';
import { resetLive } from '@/api/live/live-store';
import { createQueryClient } from '@/api/query-client';
import { createAppRouter } from '@/app/router';
import '@/app/styles.css';

export interface RenderedApp {
  screen: Awaited<ReturnType<typeof render>>;
  router: ReturnType<typeof createAppRouter>;
  queryClient: QueryClient;
}

/** The whole console at a path, with a cache of its own. */
export async function renderApp(path: string): Promise<RenderedApp> {
  resetLive();
  const queryClient = createQueryClient();
  const router = createAppRouter(queryClient, createMemoryHistory({ initialEntries: [path] }));
  return { screen: await renderRouter(router, queryClient), router, queryClient };
}

export function renderRouter(router: RenderedApp['router'], queryClient: QueryClient): Promise<RenderedApp['screen']> {
  return render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}
