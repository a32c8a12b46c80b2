import type { ExtraData } from '@contract/jobs/body-schemas';
import { runInSlices } from '@contract/slices';
import type { JobStatus } from '@contract/jobs/lifecycle';
import type { JobError } from '@contract/jobs/schemas';
import type { Engine, EngineEvent, RunOutcome } from '../../engines/engine';
import { waitUntilSynced } from '../../storage/sync/after-sync';
import type { ActiveRun } from './active-run';
import { buildRunRequest, CannotRun } from './engine-request';
import { yieldFor } from './pauses';
import { neededNodesInSlices, ProgressMeter } from './progress';
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

/** The terminal status of a run. */
interface RunEnd {
  status: JobStatus;
  error: JobError | null;
}

/** What the outcome of the engine means for the job (Job API 3). */
export function toRunEnd(status: 'queued' | 'running' | 'canceling', outcome: RunOutcome, run: ActiveRun): RunEnd {
  if (status === 'canceling') return { status: 'canceled', error: null };
  if (run.commitFault) {
    const { output } = run.commitFault;
    const message = `The file ${output.name} could not be stored; see whether the disk of the gateway is full`;
    return { status: 'failed', error: { code: 'output_not_stored', message, node_id: output.nodeId || null } };
  }
  if (outcome.kind === 'succeeded') return { status: 'succeeded', error: null };
  if (outcome.kind === 'failed') return { status: 'failed', error: outcome.error };
  return {
    status: 'failed',
    error: { code: 'engine_stopped', message: 'The engine stopped this run unexpectedly' },
  };
}

/** Logs the end of a run, and ends it. */
export function closeRun(engine: Pick<Engine, 'outOfReach'>, run: ActiveRun, { status, error }: RunEnd): void {
  const outOfReach = status === 'canceled' ? workOutOfReach(engine, run.job.id, run) : null;
  if (!run.hasEnded) run.print('info', error ? `The run failed: ${error.message}` : `The run ended: ${status}`);
  run.end(status === 'succeeded', outOfReach);
}

/** Returns why the engine may still run a canceled job, and logs it; `null` if its work is stopped. */
export function workOutOfReach(
  engine: Pick<Engine, 'outOfReach'>,
  jobId: string,
  run: ActiveRun | undefined,
): string | null {
  const sentence = engine.outOfReach?.(jobId) ?? null;
  if (sentence !== null && run && !run.hasEnded) run.print('warning', sentence);
  return sentence;
}
