import type { Context, Hono } from 'hono';
import { admit, LOCAL_OWNER } from '../http/gate';
import type { CredentialDeps } from '../http/credentials';
import type { AppEnv } from '../http/env';
import type { GatewayState, Metrics } from '../metrics';
import type { AppDeps } from '../deps';
import type { JobFeed } from '../console/jobs/job-feed';
import type { Jobs } from '../jobs/operations';
import type { ModelCalls } from '../router/calls/model-calls';
import { storageProblemOf } from '../storage/unlisted-files';

/**
 * `GET /metrics`: what the gateway counts, for Prometheus (docs/metrics.md). It needs the token like the APIs, unless the owner opens
 * it; host names and pages are checked in either case.
 */
export function mountMetrics(app: Hono<AppEnv>, metrics: Metrics, deps: StateDeps & CredentialDeps): void {
  app.get('/metrics', async (c: Context<AppEnv>) => {
    admit(c.req.raw, deps, { open: deps.settings.openMetrics });
    const { contentType, text } = await metrics.expose(await readGatewayState(deps), c.req.header('accept') ?? null);
    return new Response(text, { headers: { 'content-type': contentType, 'cache-control': 'no-store' } });
  });
}

interface StateDeps extends Pick<
  AppDeps,
  'engine' | 'store' | 'settings' | 'storageProblem' | 'unlistedFiles' | 'freeBytes'
> {
  jobs: Pick<Jobs, 'runner' | 'openStreams'>;
  feed: Pick<JobFeed, 'openStreams'>;
  calls: Pick<ModelCalls, 'inFlight'>;
}

/** Reads counts that the store maintains and the state in memory, so that its cost does not grow with the number of jobs. */
async function readGatewayState(deps: StateDeps): Promise<GatewayState> {
  const { store, settings } = deps;
  const { queue } = deps.jobs.runner;
  const counts = store.jobs.countByStatus();
  const { uploads, outputs, trash } = store.trash.usage(LOCAL_OWNER);
  return {
    jobs: counts,
    queue: {
      waiting: queue.waiting,
      atEngine: queue.atEngine.length,
      isPaused: queue.isPaused,
      depth: settings.queueDepth,
    },
    engines: engineStates(deps, (counts.running ?? 0) + (counts.canceling ?? 0)),
    modelCalls: { inFlight: deps.calls.inFlight, queued: store.requests.countQueued(LOCAL_OWNER) },
    streams: { job: deps.jobs.openStreams(), feed: deps.feed.openStreams },
    storage: {
      files: { uploads, outputs, trash },
      freeBytes: (await deps.freeBytes?.()) ?? null,
      hasProblem: storageProblemOf(deps) !== null,
    },
    webhookWaiting: store.webhook.count(),
  };
}

function engineStates({ engine }: Pick<AppDeps, 'engine'>, runningJobs: number): GatewayState['engines'] {
  const pooled = engine.engines?.();
  // The only engine is not part of a pool.
  if (!pooled) return [{ name: engine.name, isUp: engine.health().isReady, isDraining: false, runningJobs }];
  return pooled.map(({ name, comfyui, state, jobs }) => ({
    name,
    // The embedded engine is started when a job needs it.
    isUp: comfyui === null || comfyui.state === 'here',
    isDraining: state !== 'active',
    runningJobs: jobs.length,
  }));
}
