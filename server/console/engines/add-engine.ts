import { CONSOLE_BODIES } from '@contract/console/operation-specs';
import type { AppDeps } from '../../deps';
import type { Engine, EngineEndpoint } from '../../engines/engine';
import type { OperationHandler } from '../../http/operation';
import { readJson } from '../../http/read-json';
import { engineProbeResponse, probeAddress, type ProbeEngineDeps } from './probe-engine';

/**
 * `POST /console/engines/add`: configures the ComfyUI at an address as an engine. Only an address at which one responds now is taken,
 * under the rules of the probe. `isConnected` of the response tells whether it is an engine; otherwise the rest tells why not.
 */
export const addEngine =
  (deps: ProbeEngineDeps & Pick<AppDeps, 'log'>): OperationHandler =>
  async ({ request }) => {
    const { address } = await readJson(request, CONSOLE_BODIES.addEngine);
    const probe = await probeAddress(address, request, deps);
    const { url, finding, isConnected, problem } = probe;
    if (url === null || finding !== 'comfyui' || isConnected || problem !== null || !deps.engineSetup) {
      return engineProbeResponse(probe);
    }
    const failed = deps.engineSetup.add(url, enginesInUse(deps.engine));
    if (failed) return engineProbeResponse({ ...probe, problem: failed });
    deps.log.info({ url }, 'An engine was added');
    // The status that the page requests next then includes it.
    await deps.engine.look?.();
    return engineProbeResponse({ ...probe, isConnected: true });
  };

/** Those that respond: the default URL is not configured, and in use only if ComfyUI is there. */
export function enginesInUse(engine: Engine): EngineEndpoint[] {
  return (engine.engines?.() ?? []).flatMap(({ name, state, comfyui }) =>
    comfyui?.state === 'here' && state !== 'removed' ? [{ name, url: comfyui.url }] : [],
  );
}
