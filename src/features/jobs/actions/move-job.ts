import type { QueryClient } from '@tanstack/react-query';
import type { ListedJob } from '@contract/jobs/schemas';
import type { QueuePlace } from '@contract/console/queue';
import { isApiError } from '@/api/api-error';
import type { Surface } from '@/api/surface';
import { moveQueuedJob } from '@/domains/gateway/control-queue';
import { announce } from '@/shared/feedback/announce';
import { showToast } from '@/shared/feedback/toasts';
import { jobTitle } from '../job-title';
import { formatQueuePosition } from '@/shared/job-text';

const REASONS: Readonly<Record<string, string>> = {
  not_found: 'The job no longer exists.',
  not_waiting: 'It is no longer in the queue.',
  at_engine: 'An engine has it already.',
};

/** Moves a queued job, with Undo, which returns it to its previous place. A failure is shown as a toast. */
export async function moveJob(
  client: QueryClient,
  surface: Surface,
  job: ListedJob,
  place: 'front' | 'back',
): Promise<void> {
  const move = await tryMove(client, surface, job, place);
  if (!move) return;
  const { previous_place: previous, queue_position: position } = move;
  showToast({
    tone: 'neutral',
    title: `${jobTitle(job)} moved to the ${place}`,
    description: `It is ${formatQueuePosition(position) ?? 'in the queue'}.`,
    ...(previous === undefined
      ? {}
      : { action: { label: 'Undo', onSelect: () => void undo(client, surface, job, previous) } }),
  });
}

async function undo(client: QueryClient, surface: Surface, job: ListedJob, previous: number): Promise<void> {
  const move = await tryMove(client, surface, job, previous);
  if (move) announce(`${jobTitle(job)} is ${formatQueuePosition(move.queue_position) ?? 'in the queue'} again`);
}

async function tryMove(client: QueryClient, surface: Surface, job: ListedJob, place: QueuePlace) {
  try {
    const move = await moveQueuedJob(client, surface, job.id, place);
    if (move.moved) return move;
    showFailure(job, REASONS[move.reason ?? ''] ?? 'The gateway did not move it.');
  } catch (error) {
    showFailure(job, isApiError(error) ? error.message : 'It is still in the queue. Try again.');
  }
  return null;
}

function showFailure(job: ListedJob, description: string): void {
  showToast({ tone: 'bad', title: `Could not move ${jobTitle(job)}`, description });
}
