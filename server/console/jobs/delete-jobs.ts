import { CONSOLE_BODIES } from '@contract/console/operation-specs';
import { isTerminal } from '@contract/jobs/lifecycle';
import type { AppDeps } from '../../deps';
import type { OperationHandler } from '../../http/operation';
import { readJson } from '../../http/read-json';
import { NO_STORE } from '../../jobs/job-access';
import { isGone } from '../../jobs/run/retention';
import { DELETE_GRACE_MS } from '../../jobs/trash-sweep';

/**
 * `POST /console/jobs/delete`: moves finished jobs to the trash, with or without their outputs. Unfinished jobs are skipped and
 * reported, so that a delete never affects a running job.
 */
export const deleteJobs =
  ({ store, clock }: Pick<AppDeps, 'store' | 'clock'>): OperationHandler =>
  async ({ request, caller: { owner } }) => {
    const { ids, keep_outputs: keepsOutputs = false } = await readJson(request, CONSOLE_BODIES.deleteJobs);
    const now = clock.now();
    const { deleted, skipped } = store.transaction(() => {
      const deleted: string[] = [];
      const skipped: { id: string; reason: 'not_found' | 'not_finished' }[] = [];
      for (const id of new Set(ids)) {
        const job = store.jobs.get(id);
        if (!job || job.owner !== owner || isGone(job, now)) skipped.push({ id, reason: 'not_found' });
        else if (!isTerminal(job.status)) skipped.push({ id, reason: 'not_finished' });
        else {
          store.trash.put({ jobId: id, owner, deletedAt: now, keepsOutputs });
          deleted.push(id);
        }
      }
      return { deleted, skipped };
    });
    const restorableUntil = new Date(now + DELETE_GRACE_MS).toISOString();
    return Response.json({ deleted, skipped, restorable_until: restorableUntil }, { headers: NO_STORE });
  };
