import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import { readWorkflow } from '@contract/workflow/graph';
import type { ExtraData } from '@contract/jobs/body-schemas';
import type { Engine, EngineEvent, EngineOutput, RunAsset, RunOutcome, RunRequest } from '../../engine';

export interface FinishedRun {
  outcome: RunOutcome;
  events: EngineEvent[];
  outputs: EngineOutput[];
}

export interface StartedRun {
  jobId: string;
  events: EngineEvent[];
  abort: (reason?: unknown) => void;
  onEvent: (listen: (event: EngineEvent) => void) => void;
  ended: Promise<FinishedRun>;
}

export interface RunOptions {
  jobId?: string;
  assets?: readonly RunAsset[];
  extraData?: ExtraData | null;
}

/** Starts a run like the gateway's job runner. */
export function startRun(engine: Engine, workflow: string | object, options: RunOptions = {}): StartedRun {
  const request = requestFor(workflow, options);
  const events: EngineEvent[] = [];
  const abort = new AbortController();
  const listeners: ((event: EngineEvent) => void)[] = [];
  let isOver = false;
  const report = (event: EngineEvent) => {
    if (isOver) throw new Error('Reported after the end of the run');
    events.push(event);
    for (const listen of listeners) listen(event);
  };
  const finished = engine.run(request, report, abort.signal).then((outcome) => {
    isOver = true;
    return { outcome, events, outputs: events.flatMap((event) => (event.kind === 'output' ? [event.output] : [])) };
  });
  return {
    jobId: request.jobId,
    events,
    abort: (reason) => abort.abort(reason),
    onEvent: (listen) => listeners.push(listen),
    ended: finished,
  };
}

/** Waits for the first matching event. @throws if the run ends without it */
export async function firstEvent(run: StartedRun, isIt: (event: EngineEvent) => boolean): Promise<void> {
  if (run.events.some(isIt)) return;
  await Promise.race([
    new Promise<void>((resolve) => run.onEvent((event) => (isIt(event) ? resolve() : undefined))),
    run.ended.then(({ outcome }) => {
      throw new Error(`The run ended before: ${JSON.stringify(outcome)}`);
    }),
  ]);
}

export function runGraph(engine: Engine, workflow: string | object, options?: RunOptions): Promise<FinishedRun> {
  return startRun(engine, workflow, options).ended;
}

function requestFor(workflow: string | object, { jobId, assets = [], extraData = null }: RunOptions): RunRequest {
  const workflowText = typeof workflow === 'string' ? workflow : JSON.stringify(workflow);
  const result = readWorkflow(workflowText);
  if (!result.ok) throw new Error(result.problem.message);
  const byId = new Map(assets.map((asset) => [asset.id, asset]));
  return { jobId: jobId ?? randomUUID(), graph: result.graph, workflowText, extraData, assets: byId };
}

export function assetOf(id: string, bytes: Uint8Array, contentType: string, filePath: string | null = null): RunAsset {
  // Replaces blake3: any digest of the bytes suffices here.
  const blob = createHash('sha256').update(bytes).digest('hex');
  return { id, blob, path: null, contentType, filePath, read: () => Promise.resolve(bytes) };
}

export async function bytesOf({ content }: EngineOutput): Promise<Buffer> {
  return 'bytes' in content ? Buffer.from(content.bytes) : readFile(content.path);
}

export function logOf(events: readonly EngineEvent[]): string[] {
  return events.flatMap((event) => (event.kind === 'log' ? [event.message] : []));
}

export function stallsOf(events: readonly EngineEvent[]): (string | null)[] {
  return events.flatMap((event) => (event.kind === 'stall' ? [event.reason] : []));
}
