import type { OutputType } from '@contract/jobs/schemas';
import type { Graph, GraphNode } from '@contract/workflow/graph';
import type { Work } from './kernels/raster';
import type { NodeInputs } from './node-inputs';
import type { NodeValue } from './values';

/** Content of a `core/ASSET` reference. */
export interface AssetSource {
  /** Human-readable name: the file name, else the id. */
  name: string;
  /** Content hash; part of the cache key. */
  blob: string;
  content: { path: string } | { bytes: Uint8Array };
}

/** Functions of the engine for nodes. */
export interface NodeContext {
  readonly node: GraphNode;
  readonly graph: Graph;
  readonly jobId: string;
  /** Submitted workflow, embedded in saved images. */
  readonly workflowText: string;
  readonly startedAt: Date;
  asset(id: string): AssetSource | null;
  /** Yields to the event loop if due. @throws RunCanceled after a cancellation */
  yieldControl(): Promise<void>;
  /** Runs a kernel and yields to the event loop between its rows. */
  compute<T>(work: Work<T>): Promise<T>;
  step(step: number, steps: number): void;
  preview(contentType: string, data: Uint8Array): void;
  /** Writes a finished file and reports it. `name` has no folders. */
  save(file: { name: string; type: OutputType; contentType: string; bytes: Uint8Array }): Promise<void>;
  /** Returns the next number for this prefix in the run, starting at 1. */
  count(prefix: string): number;
  /** Returns milliseconds of a monotonic clock. */
  elapsed(): number;
}

/** Runs a node and returns one value per output slot. */
export type NodeImplementation = (inputs: NodeInputs, context: NodeContext) => NodeValue[] | Promise<NodeValue[]>;
