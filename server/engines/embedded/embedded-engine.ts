import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Graph } from '@contract/workflow/graph';
import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import { systemClock, type Clock } from '../../clock';
import type { Logger } from '../../log';
import type { Engine, EngineEvent, EngineHealth, RunAsset, RunOutcome, RunRequest } from '../engine';
import { EMBEDDED_DEFINITIONS } from './definitions';
import { startEngineProcess, type EngineProcess, type Exit } from './engine-process';
import { filePrefixOf, type FromEngine, type ToEngine } from './protocol';

export interface EmbeddedEngineOptions {
  /** Path of the built `embedded-engine.mjs`. */
  script: string;
  /** Folder for outputs, from which the blob store moves them. */
  workDir: string;
  /** Only folder from which assets are read. Default: the work folder. */
  assetDir?: string;
  log: Logger;
  clock?: Clock;
  /** Idle time after which the process is ended, to free its memory. */
  idleMs?: number;
  /** Time after which a canceled run that does not stop is killed. */
  graceMs?: number;
}

const IDLE_MS = 60_000;
const GRACE_MS = 2000;

interface CurrentRun {
  runId: string;
  engine: EngineProcess;
  report: (event: EngineEvent) => void;
  settle: (outcome: RunOutcome) => void;
  signal: AbortSignal;
  /** Current node, for the message after a crash. */
  node: { id: string; classType: string } | null;
  /** Files that were passed to the gateway. */
  taken: Set<string>;
  graph: Graph;
}

/**
 * Embedded engine in a child process. A crash or an out-of-memory kill fails one job only, an unresponsive run can be killed,
 * and the gateway's event loop is not blocked. The process starts with the first run and is reused.
 */
export class EmbeddedEngine implements Engine {
  readonly name = 'embedded';
  readonly parallel = 1;
  readonly #options: Required<EmbeddedEngineOptions>;
  #process: EngineProcess | null = null;
  #current: CurrentRun | null = null;
  #line: Promise<unknown> = Promise.resolve();
  #stopIdling: () => void = () => {};
  #isClosed = false;

  constructor(options: EmbeddedEngineOptions) {
    this.#options = {
      clock: systemClock,
      idleMs: IDLE_MS,
      graceMs: GRACE_MS,
      assetDir: options.workDir,
      ...options,
    };
  }

  /** Process id; `null` while no process is running. */
  get pid(): number | null {
    return this.#process?.isAlive ? this.#process.pid : null;
  }

  health(): EngineHealth {
    return { isReady: true, label: 'embedded, 1 at a time' };
  }

  definitions(): Promise<NodeDefinitions> {
    return Promise.resolve(EMBEDDED_DEFINITIONS);
  }

  run(request: RunRequest, report: (event: EngineEvent) => void, signal: AbortSignal): Promise<RunOutcome> {
    const turn = this.#line.then(() => this.#runNow(request, report, signal));
    this.#line = turn;
    return turn;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stopIdling();
    await this.#end()?.exited;
    await this.#line;
  }

  async #runNow(request: RunRequest, report: (event: EngineEvent) => void, signal: AbortSignal): Promise<RunOutcome> {
    if (signal.aborted) return { kind: 'canceled' };
    if (this.#isClosed) return failed('engine_closed', 'The gateway is shutting down');
    this.#stopIdling();
    const runId = randomUUID();
    let message: ToEngine;
    let engine: EngineProcess;
    try {
      message = await runMessage(runId, request, this.#options.workDir);
      engine = this.#start();
    } catch (error) {
      this.#options.log.error({ err: error }, 'The embedded engine could not be started');
      return failed('engine_unavailable', `The engine could not be started: ${sentenceOf(error)}`);
    }
    const taken = new Set<string>();
    const finished = new Promise<RunOutcome>((settle) => {
      this.#current = { runId, engine, report, settle, signal, node: null, taken, graph: request.graph };
    });
    const stopWaiting = this.#obeyCancel(runId, engine, signal);
    engine.send(message);
    const outcome = await finished;
    stopWaiting();
    if (outcome.kind !== 'succeeded') await this.#removeLeftovers(runId, taken);
    if (!this.#isClosed) this.#stopIdling = this.#options.clock.after(this.#options.idleMs, () => this.#end());
    return outcome;
  }

  /** Ends the process, which gets no more runs. */
  #end(): EngineProcess | null {
    const process = this.#process;
    this.#process = null;
    process?.kill();
    return process;
  }

  #start(): EngineProcess {
    if (this.#process?.isAlive) return this.#process;
    const { script, workDir, assetDir } = this.#options;
    const rights = { script, reads: [assetDir, workDir], writes: [workDir] };
    const started = startEngineProcess(rights, {
      onMessage: (message) => this.#hear(message),
      onExit: (exit) => this.#mourn(started, exit),
    });
    this.#process = started;
    return started;
  }

  #mourn(engine: EngineProcess, exit: Exit): void {
    if (this.#process === engine) this.#process = null;
    const current = this.#current;
    // A process that was ended for being idle may exit after its successor has started a run.
    if (current?.engine !== engine) return;
    this.#current = null;
    current.settle(current.signal.aborted ? { kind: 'canceled' } : this.#crashed(current, exit));
  }

  #hear(message: FromEngine): void {
    const current = this.#current;
    if (!current || message.runId !== current.runId) return;
    if (message.type === 'done') {
      this.#current = null;
      current.settle(message.outcome);
      return;
    }
    const { event } = message;
    if (event.kind === 'node' && event.state === 'running') {
      current.node = { id: event.nodeId, classType: current.graph.get(event.nodeId)?.classType ?? '' };
    }
    if (event.kind === 'output') current.taken.add(event.output.content.path);
    current.report(event);
  }

  /** Requests cancellation; if a kernel does not stop within the grace period, its process is killed. */
  #obeyCancel(runId: string, engine: EngineProcess, signal: AbortSignal): () => void {
    let stopTimer: (() => void) | null = null;
    const ask = () => {
      engine.send({ type: 'cancel', runId });
      stopTimer = this.#options.clock.after(this.#options.graceMs, () => {
        if (this.#current?.runId === runId) engine.kill();
      });
    };
    signal.addEventListener('abort', ask, { once: true });
    return () => {
      signal.removeEventListener('abort', ask);
      stopTimer?.();
    };
  }

  #crashed(current: CurrentRun, exit: Exit): RunOutcome {
    const { log } = this.#options;
    log.error({ code: exit.code, signal: exit.signal, stderr: exit.stderr }, 'The embedded engine crashed');
    const { node } = current;
    const where = node ? ` while it ran ${node.classType} (${node.id})` : '';
    // The operating system's out-of-memory killer leaves no other trace.
    const why = exit.signal === 'SIGKILL' ? ' The machine may have run out of memory: try a smaller image.' : '';
    const error = {
      code: 'engine_crashed',
      message: `The engine stopped unexpectedly${where}. It starts again with the next job.${why}`,
      node_id: node?.id ?? null,
      class_type: node?.classType ?? null,
      traceback: exit.stderr === '' ? null : exit.stderr,
    };
    return { kind: 'failed', error };
  }

  async #removeLeftovers(runId: string, taken: ReadonlySet<string>): Promise<void> {
    const { workDir, log } = this.#options;
    try {
      for (const name of await readdir(workDir)) {
        const path = join(workDir, name);
        if (name.startsWith(filePrefixOf(runId)) && !taken.has(path)) await rm(path, { force: true });
      }
    } catch (error) {
      log.warn({ err: error }, 'Files of an ended run could not be removed');
    }
  }
}

function failed(code: string, message: string): RunOutcome {
  return { kind: 'failed', error: { code, message, node_id: null, class_type: null, traceback: null } };
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function runMessage(runId: string, request: RunRequest, workDir: string): Promise<ToEngine> {
  const assets = await Promise.all([...request.assets.values()].map(assetMessage));
  const { jobId, workflowText } = request;
  return { type: 'run', runId, jobId, workflowText, workDir, assets };
}

async function assetMessage(asset: RunAsset): Promise<Extract<ToEngine, { type: 'run' }>['assets'][number]> {
  const content = asset.path === null ? { bytes: await asset.read() } : { path: asset.path };
  const name = asset.filePath?.split(/[\\/]/).at(-1) ?? '';
  return { id: asset.id, name: name === '' ? `The image ${asset.id}` : name, blob: asset.blob, content };
}
