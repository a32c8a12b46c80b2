import type { QueryClient } from '@tanstack/react-query';
import type { ListedJob } from '@contract/jobs/schemas';
import type { Surface } from '@/api/surface';
import { moveQueuedJobs, type QueueMove } from '@/domains/gateway/control-queue';
import { gatewayStatusQuery } from '@/domains/gateway/gateway-status';
import { formatCount } from '@/lib/format';
import { announce } from '@/shared/feedback/announce';
import { showToast } from '@/shared/feedback/toasts';
import type { ServerJobs } from '@/shared/servers/server-jobs';

type End = 'front' | 'back';

/** Returns the queued jobs of servers whose queue can be changed, in queue order. */
export function movableJobs(client: QueryClient, servers: readonly ServerJobs[]): ServerJobs[] {
  return servers.flatMap(({ surface, jobs }) => {
    const queue = client.getQueryData(gatewayStatusQuery(surface).queryKey)?.queue;
    const waiting = jobs.filter(({ status }) => status === 'queued');
    return queue && waiting.length > 0 ? [{ surface, jobs: waiting.toSorted(byPosition) }] : [];
  });
}

/** Moves jobs to one end of the queues of their servers, in the order that they have, with one Undo for all. */
export async function moveJobs(client: QueryClient, servers: readonly ServerJobs[], end: End): Promise<void> {
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
