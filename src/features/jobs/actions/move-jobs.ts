import type { QueryClient } from '@tanstack/react-query';
import type { QueuePlace } from '@contract/console/queue';
import type { ListedJob } from '@contract/jobs/schemas';
import type { Surface } from '@/api/surface';
import { isApiError } from '@/api/api-error';
import { moveQueuedJob, moveQueuedJobs, type QueueMove } from '@/domains/gateway/control-queue';
import { formatCount } from '@/lib/format';
import { announce } from '@/shared/feedback/announce';
import { runAction } from '@/shared/feedback/action';
import { showToast } from '@/shared/feedback/toasts';
import { formatQueuePosition } from '@/shared/job-text';
import { singleJob, withJobs, type ServerJobs } from '@/shared/servers/server-jobs';
import { jobTitle } from '../job/job-title';

type End = 'front' | 'back';

const REASONS: Readonly<Record<string, string>> = {
  not_found: 'The job no longer exists.',
  not_waiting: 'It is no longer in the queue.',
  at_engine: 'An engine has it already.',
};

/**
 * Moves the queued jobs to one end of the queues of their servers, in the order that they have, with one Undo for all. A
 * failure is shown as a toast.
 */
export async function moveJobs(client: QueryClient, servers: readonly ServerJobs[], end: End): Promise<void> {
  const queued = withJobs(servers, ({ status }) => status === 'queued').map(({ surface, jobs }) => ({
    surface,
    jobs: jobs.toSorted(byPosition),
  }));
  const single = singleJob(queued);
  await (single ? moveSingle(client, single.surface, single.job, end) : moveSeveral(client, queued, end));
}

async function moveSingle(client: QueryClient, surface: Surface, job: ListedJob, place: End): Promise<void> {
  const move = (to: QueuePlace) => movedJob(client, surface, job, to);
  const failed = (error: unknown) => ({
    title: `Could not move ${jobTitle(job)}`,
    description:
      isApiError(error) || error instanceof NotMoved ? error.message : 'It is still in the queue. Try again.',
  });
  await runAction({
    run: () => move(place),
    failed,
    done: ({ queue_position: position }) => ({
      tone: 'neutral',
      title: `${jobTitle(job)} moved to the ${place}`,
      description: `It is ${formatQueuePosition(position) ?? 'in the queue'}.`,
    }),
    undo: ({ previous_place: previous }) =>
      previous === undefined
        ? null
        : {
            async run() {
              const { queue_position: position } = await move(previous);
              announce(`${jobTitle(job)} is ${formatQueuePosition(position) ?? 'in the queue'} again`);
            },
            failed,
          },
  });
}

class NotMoved extends Error {}

async function movedJob(client: QueryClient, surface: Surface, job: ListedJob, place: QueuePlace) {
  const move = await moveQueuedJob(client, surface, job.id, place);
  if (!move.moved) throw new NotMoved(REASONS[move.reason ?? ''] ?? 'The gateway did not move it.');
  return move;
}

async function moveSeveral(client: QueryClient, servers: readonly ServerJobs[], end: End): Promise<void> {
  const moved = await Promise.all(servers.map((server) => moveAtServer(client, server, end)));
  const undos = moved.flatMap(({ surface, undo }) => (undo.length > 0 ? [{ surface, undo }] : []));
  const count = undos.reduce((sum, { undo }) => sum + undo.length, 0);
  const lost = servers.reduce((sum, { jobs }) => sum + jobs.length, 0) - count;
  const unmoved = `${formatCount(lost, 'job')} stayed where ${lost === 1 ? 'it is' : 'they are'}: started, at an engine already, or the server did not respond.`;
  showToast({
    tone: count === 0 ? 'bad' : 'neutral',
    title: count === 0 ? 'Could not move the jobs' : `${formatCount(count, 'job')} moved to the ${end}`,
    ...(lost > 0 ? { description: unmoved } : {}),
    ...(count > 0 ? { action: { label: 'Undo', onSelect: () => void undoMoves(client, undos, count) } } : {}),
  });
}

interface Undo {
  surface: Surface;
  undo: readonly QueueMove[];
}

async function moveAtServer(client: QueryClient, { surface, jobs }: ServerJobs, end: End): Promise<Undo> {
  // The last move to the front is the first in the queue.
  const inOrder = end === 'front' ? jobs.toReversed() : jobs;
  const results = await moveQueuedJobs(
    client,
    surface,
    inOrder.map(({ id }) => ({ jobId: id, place: end })),
  );
  const undo = results.flatMap((result, index): QueueMove[] => {
    const jobId = inOrder[index]?.id;
    const place = 'moved' in result && result.moved ? result.previous_place : undefined;
    return jobId === undefined || place === undefined ? [] : [{ jobId, place }];
  });
  return { surface, undo };
}

async function undoMoves(client: QueryClient, undos: readonly Undo[], count: number): Promise<void> {
  const results = await Promise.all(undos.map(({ surface, undo }) => moveQueuedJobs(client, surface, undo)));
  const restored = results.flat().filter((result) => 'moved' in result && result.moved).length;
  if (restored === count) announce(`${formatCount(count, 'job')} in the previous place`);
  else
    showToast({
      tone: 'bad',
      title: `${formatCount(count - restored, 'job')} could not be moved back`,
      description: 'They started, or the server did not respond. The others are in their previous places.',
    });
}

function byPosition(left: ListedJob, right: ListedJob): number {
  return (left.queue_position ?? Infinity) - (right.queue_position ?? Infinity);
}
