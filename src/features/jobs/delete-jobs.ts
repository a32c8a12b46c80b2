import type { QueryClient } from '@tanstack/react-query';
import { isApiError } from '@/api/api-error';
import { deleteJobs, restoreJobs } from '@/api/jobs/change-jobs';
import { forgetJobs } from '@/api/storage/forget-jobs';
import type { Surface } from '@/api/surface';
import { formatCount } from '@/lib/format';
import { showToast } from '@/shared/toasts';

/** Deletes jobs and offers to undo it. Returns whether the gateway did it. */
export async function deleteWithUndo(
  client: QueryClient,
  surface: Surface,
  ids: readonly string[],
  keepOutputs: boolean,
): Promise<boolean> {
  try {
    const deleted = await deleteJobs(client, surface, ids, keepOutputs);
    const rememberAgain = await forgetJobs(surface.id, deleted);
    const undo = async () => {
      try {
        await restoreJobs(client, surface, deleted);
        await rememberAgain();
      } catch (error) {
        reportFailure('Could not restore the jobs', error);
      }
    };
    const skipped = ids.length - deleted.length;
    showToast({
      tone: 'neutral',
      title: `${formatCount(deleted.length, 'job')} deleted`,
      description: [
        skipped > 0 ? `${formatCount(skipped, 'job')} skipped.` : '',
        'Can be restored for an hour under Settings, Storage.',
      ]
        .filter(Boolean)
        .join(' '),
      ...(deleted.length > 0 ? { action: { label: 'Undo', onSelect: () => void undo() } } : {}),
    });
    return true;
  } catch (error) {
    reportFailure('Could not delete the jobs', error);
    return false;
  }
}

function reportFailure(title: string, error: unknown): void {
  const description = isApiError(error) ? error.message : 'Check the connection and try again.';
  showToast({ tone: 'bad', title, description });
}
