import type { QueryClient } from '@tanstack/react-query';
import { surfaceListQuery } from '@/api/surfaces/surface-config';
import { whenIdle } from '@/lib/when-idle';

const AT_MOST_MS = 2000;
/** A gateway that is away does not give the code. */
const AGAIN_AFTER_MS = 5000;

/** What goes on by itself beside the screens. After the first paint, so that none waits for it. */
export function startDeferredWork(queryClient: QueryClient): void {
  void whenIdle(AT_MOST_MS).then(resume);
  void whenIdle(AT_MOST_MS).then(follow);
  // Another browser may have changed the list of servers.
  void whenIdle(AT_MOST_MS).then(() => queryClient.prefetchQuery(surfaceListQuery()));
  void whenIdle(AT_MOST_MS).then(() => keepShell(queryClient));
}

/** What an earlier page left unfinished: submissions whose outcome is unknown are looked for. */
function resume(): void {
  import('@/api/outbox/outbox').then(
    ({ resumeOutbox }) => resumeOutbox(),
    () => setTimeout(resume, AGAIN_AFTER_MS),
  );
}

/** What other tabs choose later is no loss where it does not come. */
function follow(): void {
  import('./sync-tabs').then(
    ({ followOtherTabs }) => followOtherTabs(),
    () => {},
  );
}

/** Without it the console is gone while the gateway is, and nothing else is lost. */
function keepShell(queryClient: QueryClient): void {
  import('./follow-build').then(
    ({ followBuild }) => followBuild(queryClient),
    () => {},
  );
}
