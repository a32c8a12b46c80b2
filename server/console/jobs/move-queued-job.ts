import { CONSOLE_BODIES } from '@contract/console/operation-specs';
import type { MovedJob } from '@contract/console/queue';
import type { AppDeps } from '../../deps';
import type { OperationHandler } from '../../http/operation';
import { readJson } from '../../http/read-json';
import { NO_STORE } from '../../jobs/job-access';
import { isGone } from '../../jobs/run/retention';
import type { Runner } from '../../jobs/run/runner';
import type { JobFeed } from './job-feed';

interface MoveDeps extends Pick<AppDeps, 'store' | 'clock'> {
  runner: Pick<Runner, 'queue'>;
  feed: Pick<JobFeed, 'noteMove'>;
}

/** `POST /console/queue/move`: moves a job that waits in the gateway. */
export const moveQueuedJob =
  ({ store, clock, runner, feed }: MoveDeps): OperationHandler =>
  async ({ request, caller: { owner } }) => {
    const { id, place } = await readJson(request, CONSOLE_BODIES.moveQueuedJob);
    const job = store.jobs.get(id);
    if (!job || job.owner !== owner || isGone(job, clock.now())) return respond({ moved: false, reason: 'not_found' });
    const move = runner.queue.move(id, place);
    if (move.kind === 'rejected') return respond({ moved: false, reason: move.reason });
    feed.noteMove();
    return respond({ moved: true, queue_position: move.position, previous_place: move.previousPlace });
  };

const respond = (body: MovedJob) => Response.json(body, { headers: NO_STORE });
