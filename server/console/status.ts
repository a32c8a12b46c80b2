import { JOB_STATUSES } from '@contract/jobs/lifecycle';
import type { AppDeps } from '../deps';

/** `GET /console/status`: what the shell shows of the gateway. */
export async function gatewayStatus(deps: AppDeps): Promise<Response> {
  const { engine, store, settings } = deps;
  const { isReady, label, waitingReason } = engine.health();
  const jobs = Object.fromEntries(
    JOB_STATUSES.map((status) => [status, store.jobs.countWithStatus(status) - store.trash.countWithStatus(status)]),
  );
  const body = {
    version: deps.version ?? 'unknown',
    engine: {
      name: engine.name,
      label,
      isReady,
      waitingReason: waitingReason ?? null,
      // null: this gateway was started with an engine that never uses ComfyUI.
      comfyui: engine.comfyui?.() ?? null,
    },
    // Empty: there is one engine that is none of a pool.
    engines: engine.engines?.() ?? [],
    // Why the configuration file on disk is not the one in use.
    config: { problem: deps.modelsProblem?.() ?? null },
    storage: { problem: deps.storageProblem?.() ?? null },
    surfaces: { problem: deps.surfaces.problem() },
    memory: deps.memory?.() ?? null,
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

/** `POST /console/comfyui/check`: asks at once whether ComfyUI answers, then returns the status. */
export async function checkComfyui(deps: AppDeps): Promise<Response> {
  await deps.engine.look?.();
  return gatewayStatus(deps);
}
