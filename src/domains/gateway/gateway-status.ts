import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { ComfyuiConnection, GatewayStatus as WireStatus } from '@contract/console/gateway-status';
import { isApiError } from '@/api/api-error';
import { callConsole } from '@/api/call-console';
import { allSurfaces, LOCAL_SURFACE, operationKey, type Surface } from '@/api/surface';
import { learn } from '@/api/surfaces/capability-record';
import { hasGateway } from '@/api/surfaces/has-gateway';
import { isUnsupported } from '@/api/surfaces/offered-operations';

export type GatewayStatus = WireStatus & {
  /** Time from the request to the complete response. */
  roundTripMs: number;
};

const STATUS = 'console.status';
const POLL_MS = 5000;
const POLL_HIDDEN_MS = 30_000;

/** Returns true if a ComfyUI of the gateway responds. */
export function isComfyuiHere(status: WireStatus | undefined): boolean {
  const engines = status?.engines ?? [];
  return status?.engine.comfyui?.state === 'here' || engines.some(({ comfyui }) => comfyui?.state === 'here');
}

/** Returns the first ComfyUI that does not respond while jobs wait for it; `undefined` if none has been used yet. */
export function lostComfyui({ engine, engines = [] }: WireStatus): ComfyuiConnection | undefined {
  // Until one has responded, the gateway runs what it can by itself, and is ready.
  if (engine.isReady) return undefined;
  const tried = [engine.comfyui, ...engines.map(({ comfyui }) => comfyui)];
  return tried.find((comfyui) => comfyui?.state === 'away') ?? undefined;
}

/**
 * Returns when ComfyUI responded last, as Unix milliseconds, if none does now: the gateway still lists the classes that it read
 * then.
 */
export function lastSeenComfyui(status: WireStatus): number | null {
  return isComfyuiHere(status) ? null : (lostComfyui(status)?.unreachableSince ?? null);
}

export function gatewayStatusQuery(surface: Surface) {
  return queryOptions({
    queryKey: operationKey(surface, STATUS),
    queryFn: ({ signal }) => readGatewayStatus(surface, signal),
    enabled: surface.kind === 'gateway' && (surface.id !== LOCAL_SURFACE.id || hasGateway()),
    retry: false,
    refetchInterval: () => (document.hidden ? POLL_HIDDEN_MS : POLL_MS),
    refetchIntervalInBackground: true,
  });
}

/** Requests the status together with the first requests of a page, unless it is known: the shell polls it. */
export function requestStatus(client: QueryClient, surface: Surface): void {
  void client.prefetchQuery({ ...gatewayStatusQuery(surface), staleTime: Infinity });
}

/** Calls back with each status that arrives, whoever asked for it. */
export function onGatewayStatus(client: QueryClient, heard: (surface: Surface, status: GatewayStatus) => void): void {
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    const [surfaceId, operation] = event.query.queryKey;
    if (operation !== STATUS) return;
    const surface = allSurfaces().find(({ id }) => id === surfaceId);
    const status = surface && client.getQueryData(gatewayStatusQuery(surface).queryKey);
    if (surface && status) heard(surface, status);
  });
}

/** @throws ApiError */
function readGatewayStatus(surface: Surface, signal: AbortSignal): Promise<GatewayStatus> {
  return fetchStatus(surface, () => callConsole(surface, 'getStatus', { signal }));
}

async function fetchStatus(surface: Surface, ask: () => Promise<WireStatus>): Promise<GatewayStatus> {
  const startedAt = performance.now();
  try {
    const status = await ask();
    const roundTripMs = performance.now() - startedAt;
    learn(surface, 'uploadLimit', true, { maxBytes: status.limits.maxUploadBytes });
    return { ...status, roundTripMs };
  } catch (error) {
    // Its URL now belongs to another server.
    if (isApiError(error) && isUnsupported(error.status)) learn(surface, 'flowdeck', false);
    throw error;
  }
}

/** Makes the gateway check for ComfyUI at once. Rejects with an `ApiError` if the gateway does not respond. */
export async function checkComfyui(surface: Surface, client: QueryClient): Promise<GatewayStatus> {
  const status = await fetchStatus(surface, () => callConsole(surface, 'checkComfyui', { body: {} }));
  client.setQueryData(gatewayStatusQuery(surface).queryKey, status);
  return status;
}

/** Returns true if ComfyUI nodes can run now. Otherwise a missing class may still become available. */
export function isComfyuiConnected({ engine }: Pick<GatewayStatus, 'engine'>): boolean {
  return engine.comfyui ? engine.comfyui.state === 'here' : engine.name === 'comfyui';
}

/** Returns true if the UI shows the engine of a job: there is more than one ComfyUI. */
export function hasSeveralEngines({ engines = [] }: Pick<GatewayStatus, 'engines'>): boolean {
  return engines.filter(({ comfyui }) => comfyui !== null).length > 1;
}
