import type { QueryClient } from '@tanstack/react-query';
import type { MovedJob, QueuePlace } from '@contract/console/queue';
import { callConsole } from '@/api/call-console';
import { markStale } from '@/api/live/stale-table';
import type { Surface } from '@/api/surface';
import { gatewayStatusQuery } from './gateway-status';

/** Operations on the job queue, which are private to our gateway (decision 087). */

/** @throws ApiError */
export async function pauseQueue(client: QueryClient, surface: Surface, isPaused: boolean): Promise<void> {
  const { queue } = await callConsole(surface, 'pauseQueue', { body: { paused: isPaused } });
  // Shown at once; the requests below may take a moment.
  client.setQueryData(gatewayStatusQuery(surface).queryKey, (known) => known && { ...known, queue });
  await markStale(client, surface, 'pauseQueue');
}

export interface QueueMove {
  jobId: string;
  /** A number is the `previous_place` of the move that it undoes. */
  place: QueuePlace;
}

/** Moves several jobs, in this order. A failed request is returned in place of its result. */
export async function moveQueuedJobs(
  client: QueryClient,
  surface: Surface,
  moves: readonly QueueMove[],
): Promise<(MovedJob | { error: unknown })[]> {
  const results: (MovedJob | { error: unknown })[] = [];
  for (const { jobId: id, place } of moves) {
    // One by one: their order is that of the requests.
    // oxlint-disable-next-line no-await-in-loop
    results.push(
      await callConsole(surface, 'moveQueuedJob', { body: { id, place } }).catch((error: unknown) => ({ error })),
    );
  }
  await markStale(client, surface, 'moveQueuedJob');
  return results;
}

/** @param place a number is the `previous_place` of the move that it undoes @throws ApiError */
export async function moveQueuedJob(
  client: QueryClient,
  surface: Surface,
  jobId: string,
  place: QueuePlace,
): Promise<MovedJob> {
  try {
    return await callConsole(surface, 'moveQueuedJob', { body: { id: jobId, place } });
  } finally {
    await markStale(client, surface, 'moveQueuedJob');
  }
}
