import type { QueryClient } from '@tanstack/react-query';
import { callConsole } from '@/api/call-console';
import { MAX_JOB_IDS } from '@contract/console/schemas';
import { markStale } from '@/api/live/stale-table';
import { operationKey, type Surface } from '@/api/surface';
import type { JobsHead, OlderJobs } from './job-list';

/** Operations on jobs that are private to our gateway (decision 034). */

/** Returns true if the surface can rename and delete jobs. */
export function canChangeJobs({ kind }: Surface): boolean {
  return kind === 'gateway';
}

/**
 * Deletes finished jobs and returns which. Many are sent in several requests: the first that fails is the last, and `error` is its
 * `ApiError`, else `null`.
 */
export async function deleteJobs(
  client: QueryClient,
  surface: Surface,
  ids: readonly string[],
  keepOutputs: boolean,
): Promise<{ deleted: string[]; error: unknown }> {
  const deleted: string[] = [];
  let error: unknown = null;
  for (let from = 0; from < ids.length && error === null; from += MAX_JOB_IDS) {
    const body = { ids: ids.slice(from, from + MAX_JOB_IDS), keep_outputs: keepOutputs };
    try {
      deleted.push(...(await callConsole(surface, 'deleteJobs', { body })).deleted);
    } catch (failure) {
      error = failure;
    }
  }
  dropFromLists(client, surface, new Set(deleted));
  await markStale(client, surface, 'deleteJobs');
  return { deleted, error };
}

/** Restores deleted jobs and returns which. */
export async function restoreJobs(client: QueryClient, surface: Surface, ids: readonly string[]): Promise<string[]> {
  const restored: string[] = [];
  for (let from = 0; from < ids.length; from += MAX_JOB_IDS) {
    const body = { ids: ids.slice(from, from + MAX_JOB_IDS) };
    restored.push(...(await callConsole(surface, 'restoreJobs', { body })).restored);
  }
  // The position of these jobs in older pages is unknown, so those pages are loaded again on demand.
  client.removeQueries({ queryKey: operationKey(surface, 'listJobs', 'older') });
  await markStale(client, surface, 'restoreJobs');
  return restored;
}

/** Rejects with an `ApiError` if the gateway does not know the job. */
export async function renameJob(client: QueryClient, surface: Surface, id: string, title: string): Promise<void> {
  await callConsole(surface, 'renameJob', { body: { id, title } });
  await markStale(client, surface, 'renameJob', id);
}

function dropFromLists(client: QueryClient, surface: Surface, ids: ReadonlySet<string>): void {
  for (const part of ['head', 'older'] as const) {
    for (const query of client.getQueryCache().findAll({ queryKey: operationKey(surface, 'listJobs', part) })) {
      // The data types of these two queries.
      const data = query.state.data as JobsHead | OlderJobs | undefined;
      if (!data) continue;
      const fetchedJobs = data.fetchedJobs.filter(({ job }) => !ids.has(job.id));
      client.setQueryData(query.queryKey, { ...data, fetchedJobs }, { updatedAt: query.state.dataUpdatedAt });
    }
  }
}
