import type { QueryClient } from '@tanstack/react-query';
import { isApiError } from '@/api/api-error';
import type { Surface } from '@/api/surface';
import { pauseQueue } from '@/domains/gateway/control-queue';
import { t } from '@/lib/i18n/messages';
import { runAction } from '@/shared/feedback/action';

/** Pauses or resumes the queue of a gateway, with Undo. */
export async function pauseQueueWithUndo(client: QueryClient, surface: Surface, isPaused: boolean): Promise<void> {
  const change = (pause: boolean) => ({
    run: () => pauseQueue(client, surface, pause),
    failed: (error: unknown) => ({
      title: pause ? t('Could not pause the queue') : t('Could not resume the queue'),
      description: isApiError(error) ? error.message : t('Your jobs are unchanged. Try again.'),
    }),
  });
  await runAction({
    ...change(isPaused),
    done: () =>
      isPaused
        ? {
            title: t('Queue paused'),
            description: t('Running jobs continue. Queued and new jobs wait until you resume it.'),
          }
        : { title: t('Queue resumed') },
    undo: () => change(!isPaused),
  });
}
