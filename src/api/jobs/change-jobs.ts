import type { QueryClient } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { fetchFromSurface } from '../ask-surface';
import { operationKey, type Surface } from '../surface';
import type { JobsHead, OlderJobs } from './job-list';

/** Operations on jobs that are private to our gateway (decision 034). */

const Deleted = z.looseObject({
  deleted: z.array(z.string()),
  skipped: z.array(z.looseObject({ id: z.string(), reason: z.string() })),
});
const Restored = z.looseObject({ restored: z.array(z.string()) });

/** What the gateway takes at once. */
const MAX_IDS = 1000;

/** Whether the surface can rename and delete jobs. */
export function canChangeJobs({ kind }: Surface): boolean {
  return kind === 'gateway';
}

/** Deletes finished jobs and returns which. Rejects with an `ApiError` if the gateway does not answer. */
export async function deleteJobs(
  client: QueryClient,
  surface: Surface,
  ids: readonly string[],
  keepOutputs: boolean,
): Promise<string[]> {
  const deleted: string[] = [];
  try {
    for (let from = 0; from < ids.length; from += MAX_IDS) {
      const body = { ids: ids.slice(from, from + MAX_IDS), keep_outputs: keepOutputs };
      deleted.push(...Deleted.parse(await post(surface, '/console/jobs/delete', body)).deleted);
    }
  } finally {
    dropFromLists(client, surface, new Set(deleted));
    await readAfterChange(client, surface);
  }
  return deleted;
}

/** Restores deleted jobs and returns which. */
export async function restoreJobs(client: QueryClient, surface: Surface, ids: readonly string[]): Promise<string[]> {
  const restored: string[] = [];
  for (let from = 0; from < ids.length; from += MAX_IDS) {
    const body = { ids: ids.slice(from, from + MAX_IDS) };
    restored.push(...Restored.parse(await post(surface, '/console/jobs/restore', body)).restored);
  }
  // Older pages do not know where these belong: they are loaded again on demand.
  client.removeQueries({ queryKey: operationKey(surface, 'listJobs', 'older') });
  await readAfterChange(client, surface);
  return restored;
}

/** Rejects with an `ApiError` if the gateway does not know the job. */
export async function renameJob(client: QueryClient, surface: Surface, id: string, title: string): Promise<void> {
  await post(surface, '/console/jobs/rename', { id, title });
  await Promise.all([
    client.invalidateQueries({ queryKey: operationKey(surface, 'getJob', id) }),
    readAfterChange(client, surface),
  ]);
}

async function post(surface: Surface, path: string, body: object): Promise<unknown> {
  const headers = { 'Content-Type': 'application/json' };
  return JSON.parse(await fetchFromSurface(surface, path, { method: 'POST', headers, body: JSON.stringify(body) }));
}

function dropFromLists(client: QueryClient, surface: Surface, ids: ReadonlySet<string>): void {
  for (const part of ['head', 'older'] as const) {
    for (const query of client.getQueryCache().findAll({ queryKey: operationKey(surface, 'listJobs', part) })) {
      const data = query.state.data as JobsHead | OlderJobs | undefined;
      if (!data) continue;
      const readings = data.readings.filter(({ job }) => !ids.has(job.id));
      client.setQueryData(query.queryKey, { ...data, readings }, { updatedAt: query.state.dataUpdatedAt });
    }
  }
}

async function readAfterChange(client: QueryClient, surface: Surface): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: operationKey(surface, 'listJobs', 'head') }),
    client.invalidateQueries({ queryKey: operationKey(surface, 'console.status') }),
    client.invalidateQueries({ queryKey: operationKey(surface, 'console.assets') }),
    client.invalidateQueries({ queryKey: operationKey(surface, 'console.storage') }),
  ]);
}
