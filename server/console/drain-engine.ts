import { CONSOLE_BODIES } from '@contract/console/operation-specs';
import type { AppDeps } from '../deps';
import { jobApiError } from '../http/job-api-error';
import type { OperationHandler } from '../http/operation';
import { readJson } from '../http/read-json';
import { statusResponse, type StatusDeps } from './get-status';

/** `POST /console/engines/drain`: stops or resumes sending new jobs to one of several engines, then returns the status. */
export const drainEngine =
  (deps: StatusDeps & Pick<AppDeps, 'log'>): OperationHandler =>
  async ({ request }) => {
    const { name, draining } = await readJson(request, CONSOLE_BODIES.drainEngine);
    const outcome = deps.engine.drain?.(name, draining) ?? 'not_found';
    if (outcome === 'not_found') throw jobApiError('not_found', `No engine that can be drained is called "${name}"`);
    if (outcome === 'set_in_config') {
      throw jobApiError('invalid_request', `The configuration file drains "${name}": remove its "draining" there`);
    }
    deps.log.info({ engine: name, draining }, 'Draining of an engine');
    return statusResponse(deps);
  };
