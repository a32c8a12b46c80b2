import { JOB_STATUSES } from '@contract/jobs/lifecycle';
import type { AppDeps } from '../deps';

/** `GET /console/status`: what the shell shows of the gateway. */
export async function gatewayStatus(deps: AppDeps): Promise<Response> {
  const { engine, store, settings } = deps;
  const { isReady, label, waitingReason } = engine.health();
  const jobs = Object.fromEntries(JOB_STATUSES.map((status) => [status, store.jobs.countWithStatus(status)]));
  const body = {
    version: deps.version ?? 'unknown',
    engine: { name: engine.name, label, isReady, waitingReason: waitingReason ?? null },
    jobs,
    disk: { freeBytes: (await deps.freeBytes?.()) ?? null },
    limits: {
      maxUploadBytes: settings.maxUploadBytes,
      queueDepth: settings.queueDepth,
      retentionMs: settings.retentionMs,
      parallelJobs: engine.parallel,
    },
  };
  return Response.json(body, { headers: { 'cache-control': 'no-store' } });
}
