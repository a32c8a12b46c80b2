import type { ExtraData } from '@contract/jobs/body-schemas';
import type { JobError, OutputType } from '@contract/jobs/schemas';
import type { Graph } from '@contract/workflow/graph';
import type { NodeDefinitions } from '@contract/workflow/node-definitions';

/**
 * What executes graphs, as a port. Three stand behind it: `embedded` (a child process of ours), `comfyui` (the user's
 * server) and `scripted` (tests). An engine reports what its nodes do; the weighted snapshot of Job API 2,
 * Progress, is computed once for all of them in `server/jobs/progress.ts`.
 */
export interface Engine {
  readonly name: 'embedded' | 'comfyui' | 'scripted';
  /** Jobs that it takes at once; may change. */
  readonly parallel: number;
  health(): EngineHealth;
  /** The ComfyUI server that this engine uses or searches for. Absent: it never uses one. */
  comfyui?(): ComfyuiConnection;
  /** Asks at once whether ComfyUI answers; `comfyui()` is up to date when it resolves. Absent: there is nothing to ask. */
  look?(): Promise<void>;
  /**
   * Why this job cannot start, for people; null when it can. Asked about all jobs that wait, again and again. Absent: all
   * jobs wait for the same, which `health` tells.
   */
  waitsFor?(job: WaitingJob): string | null;
  /**
   * Reserves an engine for a job that `waitsFor` nothing, until `vacate`. Returns its name; `null` if all that can run the
   * job are busy. Absent: this is one engine, and `parallel` is all that counts.
   */
  assign?(job: WaitingJob): string | null;
  /** The run of this job has ended, or did not begin: its engine is free. Present if `assign` is. */
  vacate?(jobId: string): void;
  /** The engines behind this one, in their order. Present if `assign` is. */
  engines?(): readonly PooledEngineStatus[];
  /**
   * Gives an engine no new jobs, or jobs again; kept over restarts. It ends the job that it has. Present if `assign` is.
   * @throws StoreUnusable
   */
  drain?(name: string, isWanted: boolean): DrainOutcome;
  /**
   * A run may wait in a queue of the engine: the job stays `queued` until the engine reports `start`. Absent: a job runs
   * from the moment it is handed over.
   */
  readonly reportsStart?: boolean;
  /** All classes it can run; null while it cannot tell (validation then judges the structure only). */
  definitions(): Promise<NodeDefinitions | null>;
  /**
   * Starts a run. Resolves with how it ended and never rejects. After `signal` aborts it stops at the next node or
   * step border and resolves `canceled`. `report` is called in order and never after the promise settles.
   */
  run(request: RunRequest, report: (event: EngineEvent) => void, signal: AbortSignal): Promise<RunOutcome>;
  /**
   * The work of this job goes on outside of the gateway, or may: `run` finds it again instead of starting over. Absent:
   * work ends with the gateway.
   */
  resumes?(jobId: string): boolean;
  /** The end of this job is on disk: notes about it may go, and work that still goes on for it is taken back. */
  release?(jobId: string): void;
  /** Ids of the jobs about which it keeps notes, all that it `resumes` among them. Present where `resumes` is. */
  noted?(): string[];
  close(): Promise<void>;
}

/** The reason of an abort that wants the work to go on elsewhere: the gateway closes, and nobody has canceled. */
export const GATEWAY_CLOSES = 'the gateway closes';

export interface EngineHealth {
  isReady: boolean;
  /** For people, such as "embedded, 1 at a time" or "ComfyUI 0.3.64". */
  label: string;
  /** Why jobs wait, when all of them, or those of one engine, do. */
  waitingReason?: string;
}

export interface ComfyuiConnection {
  /** Base URL that is tried, such as `http://127.0.0.1:8188`. */
  url: string;
  /** `unknown` before the first attempt has finished. */
  state: 'unknown' | 'here' | 'away';
  /** Such as `0.3.64`; `null` if it is not connected or reports none. */
  version: string | null;
  /** In bytes, as of the last successful check; `null` if ComfyUI is not connected or does not report it. */
  memory: ComfyuiMemory | null;
  /** When it was found to be away, in Unix milliseconds; `null` while it is not. */
  unreachableSince: number | null;
  /** Its own queue as of the last successful check; `null` if ComfyUI is not connected or does not report it. */
  queue: ComfyuiQueue | null;
}

export interface ComfyuiQueue {
  /** That run or wait. */
  prompts: number;
  /** Those of them that other clients than this gateway have submitted. */
  foreign: number;
}

export interface ComfyuiMemory {
  totalBytes: number | null;
  freeBytes: number | null;
  devices: readonly { name: string; totalBytes: number | null; freeBytes: number | null }[];
}

/** An engine of a configuration. */
export interface EngineConfig extends EngineAddress {
  /** It gets no new jobs. */
  draining?: boolean;
}

/** `set_in_config`: it is drained by the configuration, which only its owner changes. */
export type DrainOutcome = 'done' | 'not_found' | 'set_in_config';

/** One of several engines: its name for people, which outlives restarts, and its base URL. */
export interface EngineAddress {
  name: string;
  url: string;
}

export interface PooledEngineStatus {
  name: string;
  /**
   * `draining`: it ends the job that it has, and gets no new ones. `removed`: the same, and it is not named any more, so
   * that it is forgotten after that.
   */
  state: 'active' | 'draining' | 'removed';
  /** What wants it to be drained; `null`: nothing does. */
  drainedBy: 'config' | 'console' | null;
  /** The URL that its name has now, used once the job that it has is over; `null`: it is the one it has. */
  movesTo: string | null;
  /** `null` for the embedded engine. */
  comfyui: ComfyuiConnection | null;
  /** Ids of the jobs that it has. */
  jobs: readonly string[];
}

export interface WaitingJob {
  jobId: string;
  /** The workflow is read for it: not to be called without need. The same object at every call for the same job. */
  needs(): JobNeeds;
}

/** What an engine must have to run a job. */
export interface JobNeeds {
  /** Classes of its nodes, each once. */
  classes: readonly string[];
  /** Texts that its nodes are given, such as names of model files. */
  texts: readonly { classType: string; input: string; value: string }[];
}

export interface RunRequest {
  jobId: string;
  graph: Graph;
  /** As submitted; what SaveImage writes into its files. */
  workflowText: string;
  /** For the worker of this prompt only: never stored, never logged (Job API 4, rule 5). */
  extraData: ExtraData | null;
  /** The bytes behind each `core/ASSET` id of the graph. */
  assets: ReadonlyMap<string, RunAsset>;
}

export interface RunAsset {
  id: string;
  /** 64 hex digits. */
  blob: string;
  /** Where the engine process can read the bytes; null in memory, where `read` serves. */
  path: string | null;
  contentType: string;
  filePath: string | null;
  read(): Promise<Uint8Array>;
}

export type EngineEvent =
  /** The work has begun. May be repeated. Only from engines with `reportsStart`. */
  | { kind: 'start' }
  | { kind: 'node'; nodeId: string; state: 'running' | 'cached' | 'done' | 'failed' }
  | { kind: 'step'; nodeId: string; step: number; steps: number }
  | { kind: 'preview'; nodeId: string; contentType: string; data: Uint8Array }
  | { kind: 'output'; output: EngineOutput }
  /** Why nothing moves at the moment, for people; null: it goes on. */
  | { kind: 'stall'; reason: string | null }
  | { kind: 'log'; level: 'debug' | 'info' | 'warning' | 'error'; message: string };

export interface EngineOutput {
  /** Empty when the worker named none. */
  nodeId: string;
  /** A file name without folders. */
  name: string;
  type: OutputType;
  contentType: string;
  /** Bytes in memory, or a finished file in the blob store's work folder that the gateway takes over. */
  content: { bytes: Uint8Array } | { path: string };
}

export type RunOutcome = { kind: 'succeeded' } | { kind: 'canceled' } | { kind: 'failed'; error: JobError };
