import type { QueryClient } from '@tanstack/react-query';
import type { QueuePlace } from '@contract/console/queue';
import type { ListedJob } from '@contract/jobs/schemas';
import type { Surface } from '@/api/surface';
import { apiMessageOf } from '@/api/api-error';
import { moveQueuedJob, moveQueuedJobs, type QueueMove } from '@/domains/gateway/control-queue';
import { msg, t, type Message } from '@/lib/i18n/messages';
import { announce } from '@/shared/feedback/announce';
import { runAction } from '@/shared/feedback/action';
import { formatQueuePosition } from '@/shared/job-text';
import { singleJob, withJobs, type ServerJobs } from '@/shared/servers/server-jobs';
import { jobTitle } from '../job/job-title';

type End = 'front' | 'back';

const REASONS: Readonly<Record<string, Message>> = {
  not_found: msg('The job no longer exists.'),
  not_waiting: msg('It is no longer in the queue.'),
  at_engine: msg('An engine has it already.'),
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
    title: t('Could not move {title}', { title: jobTitle(job) }),
    description:
      error instanceof NotMoved ? error.message : apiMessageOf(error, t('It is still in the queue. Try again.')),
  });
  await runAction({
    run: () => move(place),
    failed,
    done: ({ queue_position: position }) => ({
      tone: 'neutral',
      title:
        place === 'front'
          ? t('{title} moved to the front', { title: jobTitle(job) })
          : t('{title} moved to the back', { title: jobTitle(job) }),
      description: positionText(position),
    }),
    undo: ({ previous_place: previous }) =>
      previous === undefined
        ? null
        : {
            async run() {
              const { queue_position: position } = await move(previous);
              announce(restoredText(jobTitle(job), position));
            },
            failed,
          },
  });
}

function positionText(position: number | null | undefined): string {
  const text = formatQueuePosition(position);
  return text === null ? t('It is in the queue.') : t('It is {position}.', { position: text });
}

function restoredText(title: string, position: number | null | undefined): string {
  const text = formatQueuePosition(position);
  return text === null
    ? t('{title} is in the queue again', { title })
    : t('{title} is {position} again', { title, position: text });
}

class NotMoved extends Error {}

async function movedJob(client: QueryClient, surface: Surface, job: ListedJob, place: QueuePlace) {
  const move = await moveQueuedJob(client, surface, job.id, place);
  if (!move.moved) {
    const reason = REASONS[move.reason ?? ''];
    throw new NotMoved(reason ? t(reason) : t('The gateway did not move it.'));
  }
  return move;
}

async function moveSeveral(client: QueryClient, servers: readonly ServerJobs[], end: End): Promise<void> {
  const requested = servers.reduce((sum, { jobs }) => sum + jobs.length, 0);
  const unmovedText = (count: number) =>
    t(
      '{count, plural, one {# job stayed where it is: started, at an engine already, or the server did not respond.} other {# jobs stayed where they are: started, at an engine already, or the server did not respond.}}',
      { count },
    );
  await runAction({
    async run() {
      const moved = await Promise.all(servers.map((server) => moveAtServer(client, server, end)));
      const count = moved.reduce((sum, { undo }) => sum + undo.length, 0);
      if (count === 0) throw new NotMoved();
      return { moved, count };
    },
    failed: () => ({ title: t('Could not move the jobs'), description: unmovedText(requested) }),
    done: ({ count }) => ({
      tone: 'neutral',
      title:
        end === 'front'
          ? t('{count, plural, one {# job moved to the front} other {# jobs moved to the front}}', { count })
          : t('{count, plural, one {# job moved to the back} other {# jobs moved to the back}}', { count }),
      ...(count < requested ? { description: unmovedText(requested - count) } : {}),
    }),
    undo: ({ moved, count }) => ({
      run: () => undoMoves(client, moved, count),
      failed: (error) => ({
        title: t('{count, plural, one {# job could not be moved back} other {# jobs could not be moved back}}', {
          count: error instanceof NotMovedBack ? error.count : count,
        }),
        description: t('They started, or the server did not respond. The others are in their previous places.'),
      }),
    }),
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

class NotMovedBack extends Error {
  readonly count: number;

  constructor(count: number) {
    super();
    this.count = count;
  }
}

async function undoMoves(client: QueryClient, moved: readonly Undo[], count: number): Promise<void> {
  const results = await Promise.all(
    moved.flatMap(({ surface, undo }) => (undo.length > 0 ? [moveQueuedJobs(client, surface, undo)] : [])),
  );
  const restored = results.flat().filter((result) => 'moved' in result && result.moved).length;
  if (restored < count) throw new NotMovedBack(count - restored);
  announce(t('{count, plural, one {# job} other {# jobs}} in the previous place', { count }));
}

function byPosition(left: ListedJob, right: ListedJob): number {
  return (left.queue_position ?? Infinity) - (right.queue_position ?? Infinity);
}
