import type { QueryClient } from '@tanstack/react-query';
import { isApiError } from '@/api/api-error';
import type { Surface } from '@/api/surface';
import { pauseQueue } from '@/domains/gateway/control-queue';
import { showToast } from '@/shared/feedback/toasts';

/** Pauses or resumes the queue of a gateway, with Undo; a failure is shown as a toast. */
export async function pauseQueueWithUndo(client: QueryClient, surface: Surface, isPaused: boolean): Promise<void> {
  if (!(await hasChanged(client, surface, isPaused))) return;
  showToast({
    tone: 'neutral',
    title: isPaused ? 'Queue paused' : 'Queue resumed',
    ...(isPaused ? { description: 'Running jobs continue. Queued and new jobs wait until you resume it.' } : {}),
    action: { label: 'Undo', onSelect: () => void hasChanged(client, surface, !isPaused) },
  });
}

async function hasChanged(client: QueryClient, surface: Surface, isPaused: boolean): Promise<boolean> {
  try {
    await pauseQueue(client, surface, isPaused);
    return true;
  } catch (error) {
    showToast({
      tone: 'bad',
      title: isPaused ? 'Could not pause the queue' : 'Could not resume the queue',
      description: isApiError(error) ? error.message : 'Your jobs are unchanged. Try again.',
    });
    return false;
  }
}
