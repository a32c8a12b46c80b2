import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createQueryClient } from '@/api/query-client';
import { bringPagesAhead } from './pages-ahead';
import { createAppRouter } from './router';

const queryClient = createQueryClient();
const router = createAppRouter(queryClient);
bringPagesAhead(router);

/** Page and shell come with one paint: rendered before the page is there, the app would draw everything twice. */
export const loadFirstPage = () => router.load();

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}
