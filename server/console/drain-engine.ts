import { z } from 'zod/mini';
import type { AppDeps } from '../deps';
import { ApiProblem } from '../http/operation';
import { readJson } from '../http/read-json';
import { gatewayStatus } from './status';

const DrainBody = z.strictObject({ name: z.string(), draining: z.boolean() });

/** `POST /console/engines/drain`: gives one of several engines no new jobs, or jobs again, then returns the status. */
export async function drainEngine(request: Request, deps: AppDeps): Promise<Response> {
  const { name, draining } = await readJson(request, DrainBody);
  const outcome = deps.engine.drain?.(name, draining) ?? 'not_found';
  if (outcome === 'not_found') throw new ApiProblem('not_found', `No engine that can be drained is called "${name}"`);
  if (outcome === 'set_in_config') {
    throw new ApiProblem('invalid_request', `The configuration file drains "${name}": remove its "draining" there`);
  }
  deps.log.info({ engine: name, draining }, 'Draining of an engine');
  return gatewayStatus(deps);
}
