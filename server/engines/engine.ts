import type { ExtraData } from '@contract/jobs/body-schemas';
import type { JobError, OutputType } from '@contract/jobs/schemas';
import type { Graph } from '@contract/workflow/graph';
import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import type { EngineLibrary } from './engine-library';

/**
 * Port of everything that executes graphs. Implementations: `embedded` (a child process), `comfyui` (the user's server) and
 * `scripted` (tests). An engine reports node events; `server/jobs/run/progress.ts` computes the weighted snapshot of Job API 2,
 * Progress, for all of them.
 */
export interface Engine {
  readonly name: 'embedded' | 'comfyui' | 'scripted';
  /** Number of jobs that it can run at once; may change. */
  readonly parallel: number;
  health(): EngineHealth;
  /** The ComfyUI server that this engine uses or tries to reach; `null` while none is configured. Absent: it never uses one. */
  comfyui?(): ComfyuiConnection | null;
  /** Checks at once whether ComfyUI responds; `comfyui()` is up to date when it resolves. Absent: nothing to check. */
  look?(): Promise<void>;
  /**
   * Returns a human-readable reason why this job cannot start, or `null` if it can. Called repeatedly for all queued jobs. Absent:
   * all jobs wait for the same reason, which `health` reports.
   */
  waitsFor?(job: WaitingJob): string | null;
  /**
   * Reserves an engine for a job whose `waitsFor` is `null`, until `vacate`. Returns its name; `null` if all suitable engines are
   * busy. Absent: this is a single engine, limited only by `parallel`.
   */
  assign?(job: WaitingJob): string | null;
  /** Frees the engine of a job whose run has finished or did not start. Present if `assign` is. */
  vacate?(jobId: string): void;
  /** The engines behind this one, in their order. Present if `assign` is. */
  engines?(): readonly PooledEngineStatus[];
  /**
   * Drains an engine, or resumes it; persisted across restarts. It finishes its current job. Present if `assign` is.
   * @throws StoreUnusable
   */
  drain?(name: string, isWanted: boolean): DrainOutcome;
  /** What the connected ComfyUI servers that respond serve besides runs, in their order. Absent: there are none. */
  libraries?(): readonly EngineLibrary[];
  /**
   * `true` if a run may wait in a queue of the engine: the job then stays `queued` until the engine reports `start`. Absent: a job
   * runs as soon as it is given to the engine.
   */
  readonly reportsStart?: boolean;
  /** Returns all classes it can run; `null` if unknown (validation then checks the structure only). */
  definitions(): Promise<NodeDefinitions | null>;
  /**
   * Returns the classes that servers listed in an earlier process, if they do not respond now and have not yet in this one; `null`
   * if none are stored. A guess for forms only: jobs are neither checked nor assigned by them. Never rejects. Absent: nothing is
   * stored.
   */
  lastSeen?(): Promise<LastSeenDefinitions | null>;
  /**
   * Starts a run. Resolves with the outcome and never rejects. After `signal` aborts, it stops at the next node or step boundary
   * and resolves `canceled`. `report` is called in order and never after the promise settles.
   */
  run(request: RunRequest, report: (event: EngineEvent) => void, signal: AbortSignal): Promise<RunOutcome>;
  /**
   * Returns true if the work of this job may continue outside of the gateway: `run` then finds it again instead of starting over.
   * Absent: work ends with the gateway.
   */
  resumes?(jobId: string): boolean;
  /** The outcome of this job is on disk: its records can be deleted, and work that still runs for it is withdrawn. */
  release?(jobId: string): void;
  /**
   * Returns a sentence if work of this job cannot be stopped now, since its engine does not respond; `null` if nothing is left
   * or it can. The engine stops it once it can, after `release`. Absent: work can always be stopped.
   */
  outOfReach?(jobId: string): string | null;
  /** Ids of the jobs with records, including all that it `resumes`. Present if `resumes` is. */
  recordedJobIds?(): string[];
  close(): Promise<void>;
}

/** Abort reason at shutdown: work outside of the gateway should continue, since the job was not canceled. */
export const GATEWAY_CLOSES = 'the gateway closes';

export interface LastSeenDefinitions {
  definitions: NodeDefinitions;
  /** When the server listed them last, in Unix milliseconds. */
  readAt: number;
}

export interface EngineHealth {
  isReady: boolean;
  /** Human-readable, such as "embedded, 1 at a time" or "ComfyUI 0.3.64". */
  label: string;
  /** Why jobs wait, if all jobs or those of one engine do. */
  waitingReason?: string;
}

export interface ComfyuiConnection {
  /** Base URL, such as `http://127.0.0.1:8188`. */
  url: string;
  /** `unknown` before the first attempt finishes. */
  state: 'unknown' | 'here' | 'away';
  /** Such as `0.3.64`; `null` if ComfyUI is not connected or does not report it. */
  version: string | null;
  /** In bytes, as of the last successful check; `null` if ComfyUI is not connected or does not report it. */
  memory: ComfyuiMemory | null;
  /** When it became unreachable, in Unix milliseconds; `null` while it is reachable. */
  unreachableSince: number | null;
  /** Its own queue as of the last successful check; `null` if ComfyUI is not connected or does not report it. */
  queue: ComfyuiQueue | null;
}

export interface ComfyuiQueue {
  /** Running and queued prompts. */
  prompts: number;
  /** Those submitted by clients other than this gateway. */
  foreign: number;
}

export interface ComfyuiMemory {
  totalBytes: number | null;
  freeBytes: number | null;
  devices: readonly { name: string; totalBytes: number | null; freeBytes: number | null }[];
}

export interface EngineConfig extends EngineEndpoint {
  /** The engine gets no new jobs. */
  draining?: boolean;
}

/** `set_in_config`: drained by the configuration file, which the console cannot change. */
export type DrainOutcome = 'done' | 'not_found' | 'set_in_config';

/** One of several engines: its name, stable across restarts, and its base URL. */
export interface EngineEndpoint {
  name: string;
  url: string;
}

export interface PooledEngineStatus {
  name: string;
  /**
   * `draining`: finishes its current job and gets no new ones. `removed`: the same, and forgotten afterwards, since it is no
   * longer configured.
   */
  state: 'active' | 'draining' | 'removed';
  /** What drains it; `null` if it is not drained. */
  drainedBy: 'config' | 'console' | null;
  /** The newly configured URL, used once its current job has finished; `null` if unchanged. */
  movesTo: string | null;
  /** `null` for the embedded engine. */
  comfyui: ComfyuiConnection | null;
  /** Ids of its current jobs. */
  jobs: readonly string[];
}

export interface WaitingJob {
  jobId: string;
  /** Reads the workflow, so call it only if needed. Returns the same object for every call for the same job. */
  needs(): JobNeeds;
}

/** What an engine must have to run a job. */
export interface JobNeeds {
  /** Classes of its nodes, each once. */
  classes: readonly string[];
  /** Text inputs of its nodes, such as names of model files. */
  texts: readonly { classType: string; input: string; value: string }[];
}

export interface RunRequest {
  jobId: string;
  graph: Graph;
  /** The submitted text; SaveImage writes it into its files. */
  workflowText: string;
  /** For the worker of this prompt only: never stored, never logged (Job API 4, rule 5). */
  extraData: ExtraData | null;
  /** W3C trace context for the requests of this run; `null` or absent if its submission had none. */
  traceparent?: string | null;
  /** The bytes behind each `core/ASSET` id of the graph. */
  assets: ReadonlyMap<string, RunAsset>;
}

export interface RunAsset {
  id: string;
  /** 64 hex digits. */
  blob: string;
  /** Path where the engine process can read the bytes; `null` in memory, where `read` is used. */
  path: string | null;
  contentType: string;
  filePath: string | null;
  read(): Promise<Uint8Array>;
}

export type EngineEvent =
  /** The work has started. May be repeated. Only from engines with `reportsStart`. */
  | { kind: 'start' }
  | { kind: 'node'; nodeId: string; state: 'running' | 'cached' | 'done' | 'failed' }
  | { kind: 'step'; nodeId: string; step: number; steps: number }
  | { kind: 'preview'; nodeId: string; contentType: string; data: Uint8Array }
  | { kind: 'output'; output: EngineOutput }
  /** Human-readable reason why the run is waiting; `null`: it continues. */
  | { kind: 'stall'; reason: string | null }
  | { kind: 'log'; level: 'debug' | 'info' | 'warning' | 'error'; message: string };

export interface EngineOutput {
  /** Empty if the worker named none. */
  nodeId: string;
  /** A file name without folders. */
  name: string;
  type: OutputType;
  contentType: string;
  /** Bytes in memory, or a finished file in the blob store's work folder, which the gateway adopts. */
  content: { bytes: Uint8Array } | { path: string };
}

export type RunOutcome = { kind: 'succeeded' } | { kind: 'canceled' } | { kind: 'failed'; error: JobError };
