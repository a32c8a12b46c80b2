import type { ExtraData } from '@contract/jobs/body-schemas';
import type { JobStatus } from '@contract/jobs/lifecycle';
import type { JobError } from '@contract/jobs/schemas';
import { runInSlices } from '@contract/slices';
import { assetReferencesInSlices } from '@contract/workflow/asset-references';
import { readWorkflowInSlices } from '@contract/workflow/graph';
import type { AppDeps } from '../../deps';
import type { Engine, EngineEvent, RunAsset, RunOutcome, RunRequest } from '../../engines/engine';
import type { AssetRecord, JobRecord } from '../../storage/store';
import { waitUntilSynced } from '../../storage/sync/after-sync';
import type { ActiveRun } from './active-run';
import { yieldFor } from './pauses';
import { neededNodesInSlices, ProgressMeter } from './progress';
import type { RunnerDeps } from './recovery';
import { readWorkflowText } from './workflow-pieces';

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
    const request = await runRequest(deps, run.job, extraData);
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

/** A stored job that cannot be given to an engine; the message becomes `job.error`. */
class CannotRun extends Error {
  readonly jobError: JobError;
  constructor(code: string, message: string, nodeId: string | null = null) {
    super(message);
    this.name = 'CannotRun';
    this.jobError = { code, message, node_id: nodeId };
  }
}

/**
 * Builds the engine request of a stored job. Everything was validated at submission, so a failure here means data was lost since.
 * @throws CannotRun
 */
async function runRequest(
  deps: Pick<AppDeps, 'store' | 'blobs' | 'traces'>,
  job: JobRecord,
  extraData: ExtraData | null,
): Promise<RunRequest> {
  const workflowText = await readWorkflowText(deps, job.id);
  const pause = yieldFor(workflowText ?? '');
  await pause();
  const result = workflowText === null ? null : await runInSlices(readWorkflowInSlices(workflowText), pause);
  if (workflowText === null || !result?.ok) {
    throw new CannotRun('workflow_unreadable', 'The stored workflow of this job is not readable');
  }
  const assets = new Map<string, RunAsset>();
  await pause();
  for (const { nodeId, assetId } of await runInSlices(assetReferencesInSlices(result.graph), pause)) {
    if (assetId === null || assets.has(assetId)) continue;
    const record = deps.store.assets.get(assetId);
    const asset = record && (await runAsset(deps, record));
    if (!asset)
      throw new CannotRun('missing_asset', `The file ${assetId} that this job reads no longer exists`, nodeId);
    assets.set(assetId, asset);
  }
  await pause();
  const traceparent = deps.traces?.traceparent(job.id) ?? null;
  return { jobId: job.id, graph: result.graph, workflowText, extraData, assets, traceparent };
}

async function runAsset({ blobs }: Pick<AppDeps, 'blobs'>, record: AssetRecord): Promise<RunAsset | null> {
  const { blob } = record;
  // The engine reads the file itself, so its bytes are checked here.
  if (blob === null || (await blobs.check(blob)) !== 'intact') return null;
  return {
    id: record.id,
    blob,
    path: blobs.path(blob),
    contentType: record.contentType,
    filePath: record.filePath,
    read: async () => {
      const stream = await blobs.read(blob);
      if (!stream) throw new Error(`The bytes of asset ${record.id} are gone`);
      return new Uint8Array(await new Response(stream).arrayBuffer());
    },
  };
}

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
