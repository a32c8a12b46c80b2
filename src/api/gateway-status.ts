import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { isApiError } from './api-error';
import { fetchFromSurface } from './ask-surface';
import { LOCAL_SURFACE, operationKey, type Surface } from './surface';
import { learn } from './surfaces/capability-record';
import { hasGateway } from './surfaces/has-gateway';
import { isNotOffered } from './surfaces/offered-operations';

const bytes = z.optional(z.nullable(z.number()));

const ComfyuiMemory = z.looseObject({
  totalBytes: bytes,
  freeBytes: bytes,
  devices: z.array(z.looseObject({ name: z.string(), totalBytes: bytes, freeBytes: bytes })),
});
export type ComfyuiMemory = z.infer<typeof ComfyuiMemory>;

const ComfyuiConnection = z.looseObject({
  /** Base URL that the gateway tries. */
  url: z.string(),
  state: z.string(),
  version: z.optional(z.nullable(z.string())),
  memory: z.optional(z.nullable(ComfyuiMemory)),
  /** Since when it is unreachable, in Unix milliseconds. */
  unreachableSince: z.optional(z.nullable(z.number())),
  /** Its own queue; `foreign`: prompts of other clients. */
  queue: z.optional(z.nullable(z.looseObject({ prompts: z.number(), foreign: z.number() }))),
});
export type ComfyuiConnection = z.infer<typeof ComfyuiConnection>;

const EngineStatus = z.looseObject({
  name: z.string(),
  /** `active`, `draining` or `removed`: draining, and not named any more. */
  state: z.string(),
  /** `config` or `console`. */
  drainedBy: z.optional(z.nullable(z.string())),
  /** The URL that is used once its job is over. */
  movesTo: z.optional(z.nullable(z.string())),
  /** `null` for the embedded engine. */
  comfyui: z.nullable(ComfyuiConnection),
  /** Ids of the jobs that it has. */
  jobs: z.array(z.string()),
});
export type EngineStatus = z.infer<typeof EngineStatus>;

/** `GET /console/status`, private to Flowdeck gateways: what the shell shows of its health. */
const GatewayStatus = z.looseObject({
  version: z.string(),
  engine: z.looseObject({
    name: z.string(),
    label: z.string(),
    isReady: z.boolean(),
    waitingReason: z.optional(z.nullable(z.string())),
    /** `null`: the gateway was started with an engine that never uses ComfyUI. */
    comfyui: z.optional(z.nullable(ComfyuiConnection)),
  }),
  /** All engines in the order in which they get jobs; absent or empty if the gateway cannot have several. */
  engines: z.optional(z.array(EngineStatus)),
  /** Why the configuration file on disk is not the one in use, one sentence per line. */
  config: z.optional(z.looseObject({ problem: z.nullable(z.string()) })),
  /** A sentence about what is wrong with the data folder. */
  storage: z.optional(z.looseObject({ problem: z.nullable(z.string()) })),
  /** Of the machine that the gateway runs on. */
  memory: z.optional(z.nullable(z.looseObject({ totalBytes: z.number(), freeBytes: z.number() }))),
  disk: z.optional(z.looseObject({ freeBytes: bytes })),
  jobs: z.record(z.string(), z.number()),
  limits: z.looseObject({ maxUploadBytes: z.number(), queueDepth: z.number(), parallelJobs: z.optional(z.number()) }),
});
export type GatewayStatus = z.infer<typeof GatewayStatus> & {
  /** Time from asking to the whole answer. */
  roundTripMs: number;
};

const POLL_MS = 5000;
const POLL_HIDDEN_MS = 30_000;

export function gatewayStatusQuery(surface: Surface) {
  return queryOptions({
    queryKey: operationKey(surface, 'console.status'),
    queryFn: ({ signal }) => readGatewayStatus(surface, signal),
    enabled: surface.kind === 'gateway' && (surface.id !== LOCAL_SURFACE.id || hasGateway()),
    retry: false,
    refetchInterval: () => (document.hidden ? POLL_HIDDEN_MS : POLL_MS),
    refetchIntervalInBackground: true,
  });
}

/** @throws ApiError */
export function readGatewayStatus(surface: Surface, signal: AbortSignal): Promise<GatewayStatus> {
  return fetchStatus(surface, '/console/status', { signal });
}

async function fetchStatus(surface: Surface, path: string, init: RequestInit): Promise<GatewayStatus> {
  const startedAt = performance.now();
  try {
    const text = await fetchFromSurface(surface, path, init);
    const roundTripMs = performance.now() - startedAt;
    const status = GatewayStatus.parse(JSON.parse(text));
    learn(surface, 'uploadLimit', true, { maxBytes: status.limits.maxUploadBytes });
    return { ...status, roundTripMs };
  } catch (error) {
    // Another server is at its address now.
    if (isApiError(error) && isNotOffered(error.status)) learn(surface, 'flowdeck', false);
    throw error;
  }
}

/** Makes the gateway look for ComfyUI at once. Rejects with an `ApiError` if the gateway does not answer. */
export async function checkComfyui(surface: Surface, client: QueryClient): Promise<GatewayStatus> {
  const status = await fetchStatus(surface, '/console/comfyui/check', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
  });
  client.setQueryData(gatewayStatusQuery(surface).queryKey, status);
  return status;
}

/** Whether nodes of ComfyUI can run now. While they cannot, a class that is missing may still appear. */
export function isComfyuiConnected({ engine }: Pick<GatewayStatus, 'engine'>): boolean {
  return engine.comfyui ? engine.comfyui.state === 'here' : engine.name === 'comfyui';
}

/** Whether it matters which engine runs a job: there is more than one ComfyUI. */
export function hasSeveralEngines({ engines = [] }: Pick<GatewayStatus, 'engines'>): boolean {
  return engines.filter(({ comfyui }) => comfyui !== null).length > 1;
}
