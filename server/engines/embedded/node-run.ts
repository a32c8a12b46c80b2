import type { OutputType } from '@contract/jobs/schemas';
import type { Graph, GraphNode } from '@contract/workflow/graph';
import type { Work } from './kernels/raster';
import type { NodeInputs } from './node-inputs';
import type { NodeValue } from './values';

/** Bytes behind a `core/ASSET` reference. */
export interface AssetSource {
  /** For people: the name of the file, else its id. */
  name: string;
  /** Hash of the content; part of the cache key. */
  blob: string;
  content: { path: string } | { bytes: Uint8Array };
}

/** What a node may do besides computing. */
export interface NodeContext {
  readonly node: GraphNode;
  readonly graph: Graph;
  readonly jobId: string;
  /** As submitted; goes into saved pictures. */
  readonly workflowText: string;
  readonly startedAt: Date;
  asset(id: string): AssetSource | null;
  /** Lets messages in when it is time. @throws RunCanceled once a cancellation has come. */
  breathe(): Promise<void>;
  /** Runs a kernel, breathing between its rows. */
  compute<T>(work: Work<T>): Promise<T>;
  step(step: number, steps: number): void;
  preview(contentType: string, data: Uint8Array): void;
  /** Writes a finished file and reports it. `name` has no folders. */
  save(file: { name: string; type: OutputType; contentType: string; bytes: Uint8Array }): Promise<void>;
  /** 1 for the first file of this name in the run, and so on. */
  count(prefix: string): number;
  /** Milliseconds on a clock that only runs forward. */
  elapsed(): number;
}

/** Gives one value for each output slot. */
export type NodeRun = (inputs: NodeInputs, context: NodeContext) => NodeValue[] | Promise<NodeValue[]>;
