import type { QueryClient } from '@tanstack/react-query';
import { isApiError } from '@/api/api-error';
import type { Surface } from '@/api/surface';
import { pauseQueue } from '@/domains/gateway/control-queue';
import { runAction } from '@/shared/feedback/action';

/** Pauses or resumes the queue of a gateway, with Undo. */
export async function pauseQueueWithUndo(client: QueryClient, surface: Surface, isPaused: boolean): Promise<void> {
  const change = (pause: boolean) => ({
    run: () => pauseQueue(client, surface, pause),
    failed: (error: unknown) => ({
      title: pause ? 'Could not pause the queue' : 'Could not resume the queue',
      description: isApiError(error) ? error.message : 'Your jobs are unchanged. Try again.',
    }),
  });
  await runAction({
    ...change(isPaused),
    done: () =>
      isPaused
        ? { title: 'Queue paused', description: 'Running jobs continue. Queued and new jobs wait until you resume it.' }
        : { title: 'Queue resumed' },
    undo: () => change(!isPaused),
  });
}
