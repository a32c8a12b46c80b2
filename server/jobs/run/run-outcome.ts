import type { ExtraData } from '@contract/jobs/body-schemas';
import { runInSlices } from '@contract/slices';
import type { EngineEvent, RunOutcome } from '../../engines/engine';
import { waitUntilSynced } from '../../storage/sync/after-sync';
import type { ActiveRun } from './active-run';
import { buildRunRequest, CannotRun } from './engine-request';
import { yieldFor } from './pauses';
import { neededNodesInSlices } from './needed-nodes';
import { ProgressMeter } from './progress';
import type { RunnerDeps } from './recovery';

interface RunOptions {
  extraData: ExtraData | null;
  /** First message of the run; `null`: none. */
  message: string | null;
  report: (event: EngineEvent) => void;
}

/** Runs a job on the engine once its start is on disk. Never rejects. */
export async function outcomeOf(
  deps: RunnerDeps,
  run: ActiveRun,
  { extraData, message, report }: RunOptions,
): Promise<RunOutcome> {
  const { engine, log } = deps;
  try {
    const request = await buildRunRequest(deps, run.job, extraData);
    const pause = yieldFor(request.workflowText);
    const nodes = await runInSlices(neededNodesInSlices(request.graph, await engine.definitions()), pause);
    await pause();
    run.begin(new ProgressMeter(request.graph, nodes, message));
    // A start that is lost in a power failure would not be counted (decision 009).
    await Promise.all([pause(), waitUntilSynced(deps, run.abort.signal)]);
    if (run.abort.signal.aborted) return { kind: 'canceled' };
    return await engine.run(request, report, run.abort.signal);
  } catch (error) {
    if (error instanceof CannotRun) return { kind: 'failed', error: error.jobError };
    // Engines must not throw, and the error may contain anything, so users get a generic message.
    log.error({ jobId: run.job.id, err: error }, 'The engine failed unexpectedly during a run');
    return { kind: 'failed', error: { code: 'engine_error', message: 'The engine stopped unexpectedly' } };
  }
}
