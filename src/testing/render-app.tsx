import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { render } from 'vitest-browser-react';
import { resetLive } from '@/api/live/live-store';
import { createQueryClient } from '@/api/query-client';
import { createAppRouter } from '@/create-app';
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
  return { screen: await render(appOf(router, queryClient)), router, queryClient };
}

/**
 * The same console once more, drawn with no waiting: its page is left and opened again in one breath, so that no timer
 * comes between the page that goes and the one that comes.
 */
export function mountApp({ router, queryClient }: Omit<RenderedApp, 'screen'>): {
  reopen: () => void;
  unmount: () => void;
} {
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  const app = appOf(router, queryClient);
  root.render(app);
  return {
    reopen: () => {
      flushSync(() => root.render(null));
      flushSync(() => root.render(app));
    },
    unmount: () => {
      root.unmount();
      container.remove();
    },
  };
}

function appOf(router: RenderedApp['router'], queryClient: QueryClient): ReactNode {
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}
