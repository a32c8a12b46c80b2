import type { NodeState, Progress } from '@contract/jobs/schemas';
import { executionOrderInSlices, nodeLinks, type Graph, type GraphNode } from '@contract/workflow/graph';
import { SliceMeter, type Slices } from '@contract/slices';
import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import type { EngineEvent } from '../../engines/engine';

/** Node and step reports of an engine. */
export type ProgressEvent = Extract<EngineEvent, { kind: 'node' | 'step' }>;

interface TrackedNode {
  classType: string | null;
  state: 'waiting' | 'cached' | 'running' | 'done' | 'failed';
  startedAt: number | null;
  ms: number | null;
  /** 0 to 1, monotonic: a second pass of a sampler does not reset it. */
  fraction: number;
  weight: number;
}

/** Larger literals are not step counts. */
const MAX_PLANNED_STEPS = 100_000;

/**
 * Computes the progress snapshot (Job API 2, Progress) for every engine, weighted by node count and sampler steps. A node with
 * planned steps weighs that many, any other weighs one: a sampler does nearly all of the work of its graph, and with equal
 * weights the bar would stall and then jump. Pure: timestamps are passed in.
 */
export class ProgressMeter {
  readonly #nodes = new Map<string, TrackedNode>();
  readonly #graph: Graph;
  readonly #message: string | null;
  #done = 0;
  #sum = 0;
  #total = 0;
  #value = 0;
  #current: string | null = null;
  #step: number | null = null;
  #steps: number | null = null;
  #stall: string | null = null;
  /** Since when the run waits; reports of its engine end there. */
  #stalledAt: number | null = null;

  /** @param nodeIds the nodes that the run executes, in display order. */
  constructor(graph: Graph, nodeIds: Iterable<string>, message: string | null = null) {
    this.#graph = graph;
    this.#message = message;
    for (const id of nodeIds) this.#track(id);
  }

  apply(event: ProgressEvent, now: number): void {
    const node = this.#nodes.get(event.nodeId) ?? this.#track(event.nodeId);
    if (event.kind === 'step') this.#applyStep(event, node, now);
    else this.#applyState(event.nodeId, event.state, node, now);
    this.#value = Math.max(this.#value, Math.min(1, this.#sum / Math.max(1, this.#total)));
  }

  /** Sets why the run is waiting; `null` if it continues. */
  stall(reason: string | null, now: number): void {
    this.#stall = reason;
    this.#stalledAt = reason === null ? null : (this.#stalledAt ?? now);
  }

  /**
   * Ends the run. Nodes that never ran are removed after a success, and stay `waiting` after any other outcome. So does a node
   * that was running, with the time it had.
   * @param stall why its engine may still run it, if that could not be stopped
   */
  end(hasSucceeded: boolean, now: number, stall: string | null = null): void {
    this.#stall = stall;
    for (const [id, node] of this.#nodes) {
      if (node.state === 'running') {
        node.state = hasSucceeded ? 'done' : 'waiting';
        if (hasSucceeded) this.#done += 1;
        else if (node.startedAt !== null) node.ms = Math.max(0, (this.#stalledAt ?? now) - node.startedAt);
      }
      if (hasSucceeded && node.state === 'waiting') this.#nodes.delete(id);
    }
    if (hasSucceeded) this.#value = 1;
    this.#leave(this.#current !== null && this.#nodes.get(this.#current)?.state === 'failed' ? this.#current : null);
  }

  snapshot(): Progress {
    const nodes: Record<string, NodeState> = {};
    for (const [id, { state, ms }] of this.#nodes) {
      const entry: NodeState = ms === null ? { state } : { state, ms };
      // A node id can be any string, even `__proto__`.
      Object.defineProperty(nodes, id, { value: entry, enumerable: true, configurable: true, writable: true });
    }
    const current = this.#stall === null ? this.#current : null;
    return {
      value: this.#value,
      nodes_done: this.#done,
      nodes_total: this.#nodes.size,
      current_node: current,
      current_node_class: current === null ? null : (this.#nodes.get(current)?.classType ?? null),
      step: current === null ? null : this.#step,
      steps: current === null ? null : this.#steps,
      message: this.#stall ?? this.#message,
      ...(this.#stall === null ? {} : { stalled: true }),
      nodes,
    };
  }

  #track(id: string): TrackedNode {
    const known = this.#graph.get(id);
    const weight = plannedSteps(known);
    const classType = known?.classType ?? null;
    const node: TrackedNode = { classType, state: 'waiting', startedAt: null, ms: null, fraction: 0, weight };
    this.#nodes.set(id, node);
    this.#total += weight;
    return node;
  }

  #applyState(id: string, state: 'running' | 'cached' | 'done' | 'failed', node: TrackedNode, now: number): void {
    // A node finishes once; repeated reports are ignored.
    if (node.state === 'done' || node.state === 'cached' || node.state === 'failed') return;
    node.state = state;
    if (state === 'running') {
      node.startedAt ??= now;
      this.#enter(id);
      return;
    }
    if (node.startedAt !== null) node.ms = Math.max(0, now - node.startedAt);
    if (state === 'failed') {
      this.#enter(id);
      return;
    }
    this.#done += 1;
    this.#raise(node, 1);
    if (this.#current === id) this.#leave(null);
  }

  #applyStep(event: Extract<ProgressEvent, { kind: 'step' }>, node: TrackedNode, now: number): void {
    if (node.state === 'waiting') this.#applyState(event.nodeId, 'running', node, now);
    if (node.state !== 'running') return;
    this.#current = event.nodeId;
    this.#step = Math.trunc(event.step);
    this.#steps = Math.trunc(event.steps);
    if (event.steps > 0) this.#raise(node, Math.min(1, event.step / event.steps));
  }

  #raise(node: TrackedNode, fraction: number): void {
    if (!(fraction > node.fraction)) return;
    this.#sum += (fraction - node.fraction) * node.weight;
    node.fraction = fraction;
  }

  #enter(id: string): void {
    if (this.#current === id) return;
    this.#leave(id);
  }

  #leave(next: string | null): void {
    this.#current = next;
    this.#step = null;
    this.#steps = null;
  }
}

/** All samplers name this input `steps`; a linked value is unknown in advance. */
function plannedSteps(node: GraphNode | undefined): number {
  const steps = node?.inputs['steps'];
  const isPlan = typeof steps === 'number' && Number.isInteger(steps) && steps >= 1 && steps <= MAX_PLANNED_STEPS;
  return isPlan ? steps : 1;
}

/**
 * Returns the nodes that a run executes, in topological order: output nodes and their dependencies. Engines skip the others, so
 * they do not count as progress. Without definitions, all nodes count.
 */
export function* neededNodesInSlices(graph: Graph, definitions: NodeDefinitions | null): Slices<string[]> {
  const meter = new SliceMeter();
  const { order } = yield* executionOrderInSlices(graph);
  if (!definitions) return order;
  const isOutput = (classType: string) =>
    Object.hasOwn(definitions, classType) && definitions[classType]?.output_node === true;
  const needed = new Set<string>();
  const open = order.filter((id) => isOutput(graph.get(id)?.classType ?? ''));
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (meter.isFull()) yield;
    const node = graph.get(id);
    if (!node || needed.has(id)) continue;
    needed.add(id);
    for (const { link } of nodeLinks(node)) open.push(link.nodeId);
  }
  return order.filter((id) => needed.has(id));
}
