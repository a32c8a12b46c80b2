import { CONSOLE_BODIES } from '@contract/console/operation-specs';
import type { OperationHandler } from '../../http/operation';
import { readJson } from '../../http/read-json';
import { isOwnUrl } from '../surfaces/own-url';
import { findComfyui } from './comfyui-probe';
import { engineProbe, engineProbeResponse, probeDeps, type ProbeEngineDeps } from './probe-engine';

/** The default first, then those of ComfyUI's desktop app, then what a second ComfyUI often gets. */
export const USUAL_PORTS = [8188, 8000, 8001, 8002, 8187, 8189, 8190, 8288];

/** `POST /console/engines/find`: looks for ComfyUI on the usual ports of this machine, and nowhere else. */
export const findEngines =
  (deps: ProbeEngineDeps): OperationHandler =>
  async ({ request }) => {
    await readJson(request, CONSOLE_BODIES.findEngines);
    const parts = probeDeps(request, deps);
    const urls = USUAL_PORTS.map((port) => `http://127.0.0.1:${port}`).filter((url) => !isOwnUrl(url, request, deps));
    const probes = await Promise.all(urls.map(async (url) => engineProbe(await findComfyui(url, parts), url, deps)));
    return engineProbeResponse({ engines: probes.filter(({ finding }) => finding === 'comfyui') });
  };
