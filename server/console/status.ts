import { JOB_STATUSES } from '@contract/jobs/lifecycle';
import type { AppDeps } from '../deps';
import type { Caller, OperationHandler } from '../http/operation';
import { storageProblemOf } from '../storage/unlisted-files';
import type { Runner } from '../jobs/run/runner';
import { CONSOLE_BODIES } from '@contract/console/operation-specs';
import { jobApiError } from '../http/job-api-error';
import { readJson } from '../http/read-json';

export interface StatusDeps extends Pick<
  AppDeps,
  | 'engine'
  | 'store'
  | 'settings'
  | 'version'
  | 'modelsProblem'
  | 'storageProblem'
  | 'unlistedFiles'
  | 'surfaces'
  | 'memory'
  | 'freeBytes'
  | 'backups'
> {
  runner: Pick<Runner, 'queue'>;
}

/** `GET /console/status`: the gateway status that the shell shows. */
export const getStatus =
  (deps: StatusDeps): OperationHandler =>
  ({ caller }) =>
    statusResponse(deps, caller);

export async function statusResponse(deps: StatusDeps, caller: Pick<Caller, 'owner'>): Promise<Response> {
  return Response.json(await statusBody(deps, caller), { headers: { 'cache-control': 'no-store' } });
}

export async function statusBody(deps: StatusDeps, { owner }: Pick<Caller, 'owner'>) {
  const { engine, store, settings } = deps;
  const { queue } = deps.runner;
  const { isReady, label, waitingReason } = engine.health();
  const counts = store.jobs.countByStatus();
  return {
    version: deps.version ?? 'unknown',
    engine: {
      name: engine.name,
      label,
      isReady,
      waitingReason: waitingReason ?? null,
      // `null` if this gateway was started with an engine that never uses ComfyUI.
      comfyui: engine.comfyui?.() ?? null,
    },
    // Empty if the only engine is not part of a pool.
    engines: engine.engines?.() ?? [],
    // Describes why the configuration file on disk is not in use.
    config: { problem: deps.modelsProblem?.() ?? null },
    queue: {
      state: queue.isPaused ? 'paused' : 'running',
      pausedAt: queue.pausedAt,
      waiting: queue.waiting,
      atEngine: queue.atEngine,
    },
    storage: { problem: storageProblemOf(deps) },
    // `null` if no backups are scheduled.
    backup: deps.backups?.() ?? null,
    surfaces: { problem: deps.surfaces.problem() },
    // Tells a console that polls the status whether it has read all curated records.
    records: { store: store.curated.id(), version: store.curated.version(owner) },
    memory: deps.memory?.() ?? null,
    jobs: Object.fromEntries(JOB_STATUSES.map((status) => [status, counts[status] ?? 0])),
    disk: { freeBytes: (await deps.freeBytes?.()) ?? null },
    limits: {
      maxUploadBytes: settings.maxUploadBytes,
      queueDepth: settings.queueDepth,
      retentionMs: settings.retentionMs,
      parallelJobs: engine.parallel,
    },
  };
}

/** `POST /console/comfyui/check`: checks at once whether ComfyUI responds, then returns the status. */
export const checkComfyui =
  (deps: StatusDeps): OperationHandler =>
  async ({ caller }) => {
    await deps.engine.look?.();
    return statusResponse(deps, caller);
  };

/** `POST /console/engines/drain`: stops or resumes sending new jobs to one of several engines, then returns the status. */
export const drainEngine =
  (deps: StatusDeps & Pick<AppDeps, 'log'>): OperationHandler =>
  async ({ request, caller }) => {
    const { name, draining } = await readJson(request, CONSOLE_BODIES.drainEngine);
    const outcome = deps.engine.drain?.(name, draining) ?? 'not_found';
    if (outcome === 'not_found') throw jobApiError('not_found', `No engine that can be drained is called "${name}"`);
    if (outcome === 'set_in_config') {
      throw jobApiError('invalid_request', `The configuration file drains "${name}": remove its "draining" there`);
    }
    deps.log.info({ engine: name, draining }, 'Draining of an engine');
    return statusResponse(deps, caller);
  };

/** `POST /console/queue/pause`: pauses or resumes the job queue, then returns the status. */
export const pauseQueue =
  (deps: StatusDeps & Pick<AppDeps, 'log'>): OperationHandler =>
  async ({ request, caller }) => {
    const { paused } = await readJson(request, CONSOLE_BODIES.pauseQueue);
    deps.runner.queue.setPaused(paused);
    deps.log.info({ paused }, 'Pausing of the queue');
    return statusResponse(deps, caller);
  };
