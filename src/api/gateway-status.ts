import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { askSurface } from './ask-surface';
import { operationKey, type Surface } from './surface';

/** `GET /console/status`, private to our gateway: what the shell shows of its health. */
const GatewayStatus = z.looseObject({
  version: z.string(),
  engine: z.looseObject({
    name: z.string(),
    label: z.string(),
    isReady: z.boolean(),
    waitingReason: z.optional(z.nullable(z.string())),
  }),
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
    queryFn: async ({ signal }): Promise<GatewayStatus> => {
      const startedAt = performance.now();
      const text = await askSurface(surface, '/console/status', { signal });
      return { ...GatewayStatus.parse(JSON.parse(text)), roundTripMs: performance.now() - startedAt };
    },
    retry: false,
    refetchInterval: () => (document.hidden ? POLL_HIDDEN_MS : POLL_MS),
    refetchIntervalInBackground: true,
  });
}
