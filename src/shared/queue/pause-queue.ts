import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { apiMessageOf } from '@/api/api-error';
import type { Surface } from '@/api/surface';
import { pauseQueue } from '@/domains/gateway/control-queue';
import { t } from '@/lib/i18n/messages';
import type { Action } from '@/shared/feedback/action';
import { useAction } from '@/shared/feedback/use-action';

/** Pauses the queue of a gateway if its input is true, otherwise resumes it, with Undo. */
export function pauseAction(client: QueryClient, surface: Surface): Action<boolean, void> {
  const run = (isPaused: boolean) => pauseQueue(client, surface, isPaused);
  const failed = (error: unknown, isPaused: boolean) => ({
    title: isPaused ? t('Could not pause the queue') : t('Could not resume the queue'),
    description: apiMessageOf(error, t('Your jobs are unchanged. Try again.')),
  });
  return {
    run,
    failed,
    done: (_result, isPaused) =>
      isPaused
        ? {
            title: t('Queue paused'),
            description: t('Running jobs continue. Queued and new jobs wait until you resume it.'),
          }
        : { title: t('Queue resumed') },
    undo: (_result, isPaused) => ({ run: () => run(!isPaused), failed: (error) => failed(error, !isPaused) }),
  };
}

export function usePauseAction(surface: Surface) {
  return useAction(pauseAction(useQueryClient(), surface));
}
