import type { QueryClient } from '@tanstack/react-query';
import type { EngineProbe } from '@contract/console/engine-probe';
import { callConsole } from '@/api/call-console';
import { markStale, markStaleOnly } from '@/api/live/stale-table';
import type { Surface } from '@/api/surface';
import { checkComfyui } from './gateway-status';

/** Engines of a gateway, changed on screen (decision 112). */

/** Finds out what is at an address, as seen from the gateway. @throws ApiError */
export function probeEngine(surface: Surface, address: string): Promise<EngineProbe> {
  return callConsole(surface, 'probeEngine', { body: { address } });
}

/** Looks for ComfyUI on the gateway's machine. @throws ApiError */
export async function findEngines(surface: Surface): Promise<readonly EngineProbe[]> {
  return (await callConsole(surface, 'findEngines', { body: {} })).engines;
}

/** Makes a ComfyUI an engine. The result tells whether it is one, and why not. @throws ApiError */
export async function addEngine(surface: Surface, client: QueryClient, address: string): Promise<EngineProbe> {
  const probe = await callConsole(surface, 'addEngine', { body: { address } });
  if (probe.isConnected) await readEngines(surface, client);
  return probe;
}

/** @throws ApiError */
export async function removeEngine(surface: Surface, client: QueryClient, name: string): Promise<void> {
  await callConsole(surface, 'removeEngine', { body: { name } });
  await markStale(client, surface, 'removeEngine');
}

/** Open drafts read the new classes once the status tells of another engine; a second request now would cancel theirs. */
async function readEngines(surface: Surface, client: QueryClient): Promise<void> {
  await markStaleOnly(client, surface, 'engineChanged');
  await checkComfyui(surface, client);
}
