import { CONSOLE_BODIES } from '@contract/console/operation-specs';
import type { AppDeps } from '../../deps';
import type { OperationHandler } from '../../http/operation';
import { readJson } from '../../http/read-json';
import { NO_STORE } from '../../jobs/job-access';

/** `POST /console/jobs/restore`: restores deleted jobs unchanged. */
export const restoreJobs =
  ({ store }: Pick<AppDeps, 'store'>): OperationHandler =>
  async ({ request, caller: { owner } }) => {
    const { ids } = await readJson(request, CONSOLE_BODIES.restoreJobs);
    const restored = store.transaction(() =>
      [...new Set(ids)].filter((id) => {
        const isOwn = store.trash.get(id)?.owner === owner;
        if (isOwn) store.trash.restore(id);
        return isOwn;
      }),
    );
    return Response.json({ restored }, { headers: NO_STORE });
  };
