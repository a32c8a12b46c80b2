import { TITLE_LABEL } from '@contract/console/job-title';
import { CONSOLE_BODIES } from '@contract/console/operation-specs';
import type { AppDeps } from '../../deps';
import { rejectBody } from '../../http/body';
import type { OperationHandler } from '../../http/operation';
import { readJson } from '../../http/read-json';
import { NO_STORE } from '../../jobs/job-access';
import { isGone } from '../../jobs/run/retention';

/** `POST /console/jobs/rename`: sets the title that the console shows and searches. */
export const renameJob =
  ({ store, clock }: Pick<AppDeps, 'store' | 'clock'>): OperationHandler =>
  async ({ request, caller: { owner } }) => {
    const { id, title } = await readJson(request, CONSOLE_BODIES.renameJob);
    const name = title.trim();
    if (name === '') throw rejectBody('The title is empty');
    const isKnown = store.transaction(() => {
      const job = store.jobs.get(id);
      if (!job || job.owner !== owner || isGone(job, clock.now())) return false;
      store.jobs.setLabel(id, TITLE_LABEL, name);
      return true;
    });
    return Response.json({ renamed: isKnown }, { status: isKnown ? 200 : 404, headers: NO_STORE });
  };
