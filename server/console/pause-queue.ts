import { CONSOLE_BODIES } from '@contract/console/operation-specs';
import type { AppDeps } from '../deps';
import type { OperationHandler } from '../http/operation';
import { readJson } from '../http/read-json';
import { statusResponse, type StatusDeps } from './get-status';

/** `POST /console/queue/pause`: pauses or resumes the job queue, then returns the status. */
export const pauseQueue =
  (deps: StatusDeps & Pick<AppDeps, 'log'>): OperationHandler =>
  async ({ request }) => {
    const { paused } = await readJson(request, CONSOLE_BODIES.pauseQueue);
    deps.runner.queue.setPaused(paused);
    deps.log.info({ paused }, 'Pausing of the queue');
    return statusResponse(deps);
  };
