import type { z } from 'zod/mini';
import { readComfyuiAddress } from '@contract/console/comfyui-address';
import type { EngineChangeProblem, EngineProbe } from '@contract/console/engine-probe';
import { CONSOLE_BODIES } from '@contract/console/operation-specs';
import type { AppDeps } from '../../deps';
import { jobApiError } from '../../http/job-api-error';
import type { OperationHandler } from '../../http/operation';
import { readJson } from '../../http/read-json';
import { isOwnUrl } from '../surfaces/own-url';
import { foundAs, probeComfyui, type ComfyuiProbeDeps, type Found } from './comfyui-probe';

export type ProbeEngineDeps = Pick<
  AppDeps,
  'engine' | 'engineSetup' | 'clock' | 'version' | 'relayFetch' | 'settings' | 'listeningAddress'
>;

type Body = z.infer<typeof EngineProbe>;

const UNSUPPORTED: EngineChangeProblem = { obstacle: 'unsupported', file: null, line: null };

/** `POST /console/engines/probe`: finds out what is at an address. */
export const probeEngine =
  (deps: ProbeEngineDeps): OperationHandler =>
  async ({ request }) => {
    const { address } = await readJson(request, CONSOLE_BODIES.probeEngine);
    return engineProbeResponse(await probeAddress(address, request, deps));
  };

export function engineProbeResponse(body: Body | { engines: Body[] }): Response {
  return Response.json(body, { headers: { 'cache-control': 'no-store' } });
}

export async function probeAddress(typed: string, request: Request, deps: ProbeEngineDeps): Promise<Body> {
  const address = readComfyuiAddress(typed);
  if (address === null) return { ...foundAs('invalid'), url: null, isConnected: false, problem: null };
  const { origin } = address;
  if (isOwnUrl(origin, request, deps)) return engineProbe(foundAs('this_gateway'), origin, deps);
  return engineProbe(await probeComfyui(address, probeDeps(request, deps)), origin, deps);
}

export function engineProbe(found: Found, url: string, { engine, engineSetup }: ProbeEngineDeps): Body {
  const engines = engine.engines?.() ?? [];
  const isConnected = engines.some(({ comfyui, state }) => comfyui?.url === url && state !== 'removed');
  const isUsable = found.finding === 'comfyui' && !isConnected;
  const problem = engineSetup ? engineSetup.problemWith(url) : UNSUPPORTED;
  return { ...found, url, isConnected, problem: isUsable ? problem : null };
}

/** @throws HttpError `not_implemented` */
export function probeDeps(request: Request, { relayFetch, clock, version }: ProbeEngineDeps): ComfyuiProbeDeps {
  if (!relayFetch) throw jobApiError('not_implemented', 'This gateway cannot reach other servers');
  return { relayFetch, clock, signal: request.signal, ...(version === undefined ? {} : { version }) };
}
