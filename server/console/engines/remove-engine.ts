import { CONSOLE_BODIES } from '@contract/console/operation-specs';
import type { AppDeps } from '../../deps';
import { jobApiError } from '../../http/job-api-error';
import type { OperationHandler } from '../../http/operation';
import { readJson } from '../../http/read-json';
import { statusResponse, type StatusDeps } from '../status';
import { enginesInUse } from './add-engine';

/** `POST /console/engines/remove`: removes an engine from the configuration, then returns the status. */
export const removeEngine =
  (deps: StatusDeps & Pick<AppDeps, 'log' | 'engineSetup'>): OperationHandler =>
  async ({ request, caller }) => {
    const { name } = await readJson(request, CONSOLE_BODIES.removeEngine);
    const failed = deps.engineSetup?.remove(name, enginesInUse(deps.engine)) ?? (deps.engineSetup ? null : 'not_found');
    if (failed === 'not_found') throw jobApiError('not_found', `No engine that can be removed is called "${name}"`);
    if (failed) throw jobApiError('invalid_request', removalProblem(failed));
    deps.log.info({ engine: name }, 'An engine was removed');
    return statusResponse(deps, caller);
  };

function removalProblem({ obstacle, file }: { obstacle: string; file: string | null }): string {
  if (obstacle === 'named_by_flag') return 'The gateway was started with --comfyui: restart it without this engine';
  return `The configuration ${file ?? ''} cannot be changed: remove the engine there`;
}
