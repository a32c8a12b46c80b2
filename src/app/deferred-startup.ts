import type { QueryClient } from '@tanstack/react-query';
import { surfaceListQuery } from '@/api/surfaces/surface-config';
import { loadModule } from '@/lib/load-module';
import { whenIdle } from '@/lib/when-idle';

const AT_MOST_MS = 2000;

/** Starts background work after the first paint, so that no screen waits for it. */
export function startDeferredWork(queryClient: QueryClient): void {
  void whenIdle(AT_MOST_MS)
    .then(() => loadModule(() => import('./background-work')))
    .then(({ startBackgroundWork }) => startBackgroundWork(queryClient));
  // Another browser may have changed the list of servers.
  void whenIdle(AT_MOST_MS).then(() => queryClient.prefetchQuery(surfaceListQuery()));
}
