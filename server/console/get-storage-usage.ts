import { TITLE_LABEL } from '@contract/console/job-title';
import type { AppDeps } from '../deps';
import type { OperationHandler } from '../http/operation';
import { NO_STORE } from '../jobs/job-access';
import { DELETE_GRACE_MS } from '../jobs/trash-sweep';

const MAX_TRASH_LISTED = 100;

/** `GET /console/storage`: disk usage of the gateway, and deleted jobs that can be restored. */
export const getStorageUsage =
  (deps: Pick<AppDeps, 'store' | 'freeBytes'>): OperationHandler =>
  async ({ caller: { owner } }) => {
    const { store } = deps;
    const { largestJobs, ...usage } = store.trash.usage(owner);
    const body = {
      ...usage,
      largest_jobs: largestJobs.map(({ jobId, files, bytes }) => ({
        id: jobId,
        files,
        bytes,
        title: titleOf(deps, jobId),
      })),
      deleted_jobs: store.trash.list(owner, MAX_TRASH_LISTED).map(({ jobId, deletedAt }) => ({
        id: jobId,
        title: titleOf(deps, jobId),
        restorable_until: new Date(deletedAt + DELETE_GRACE_MS).toISOString(),
      })),
      free_bytes: (await deps.freeBytes?.()) ?? null,
    };
    return Response.json(body, { headers: NO_STORE });
  };

function titleOf({ store }: Pick<AppDeps, 'store'>, jobId: string): string | null {
  return store.jobs.get(jobId)?.labels[TITLE_LABEL] ?? null;
}
