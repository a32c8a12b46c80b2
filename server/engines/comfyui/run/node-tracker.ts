import { nodeLinks, type Graph } from '@contract/workflow/graph';
import type { EngineEvent } from '../../engine';
import type { ComfyFrame, NodeProgress } from '../client/frames';

type NodeEvent = Extract<EngineEvent, { kind: 'node' | 'step' }>;

/**
 * Converts ComfyUI's node frames to events of the submitted graph. A node finishes once and never restarts, and steps never
 * decrease, even if frames are repeated or late: every `progress_state` frame contains all started nodes, and a node that expands
 * into others (`5.0.0.2`, displayed as `5`) starts several times.
 */
export class NodeTracker {
  readonly #graph: Graph;
  readonly #report: (event: NodeEvent) => void;
  readonly #running = new Set<string>();
  readonly #finished = new Set<string>();
  readonly #steps = new Map<string, string>();
  /** Servers since 0.3.41 send `progress_state`, which makes the older frames redundant. */
  #hasStates = false;
  #current: string | null = null;

  constructor(graph: Graph, report: (event: NodeEvent) => void) {
    this.#graph = graph;
    this.#report = report;
  }

  /** The running node. */
  get current(): string | null {
    return this.#current;
  }

  apply(frame: ComfyFrame): void {
    switch (frame.kind) {
      case 'cached':
        for (const id of frame.nodes) this.#end(id, 'cached');
        return;
      case 'states':
        this.#hasStates = true;
        for (const node of frame.nodes) this.#applyState(node);
        return;
      case 'executing':
        // Nodes run sequentially: older servers do not report that a node is done.
        if (!this.#hasStates && this.#current !== null && this.#current !== frame.nodeId)
          this.#end(this.#current, 'done');
        if (frame.nodeId !== null) this.#begin(frame.nodeId);
        return;
      case 'step':
        if (!this.#hasStates) this.#step(frame.nodeId, frame.value, frame.max);
        return;
      default:
        return;
    }
  }

  /** After a success: marks these nodes and all of their dependencies as done, even if no frame reported it. */
  finish(nodeIds: readonly string[]): void {
    const open = [...nodeIds];
    const seen = new Set<string>();
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      const node = this.#graph.get(id);
      if (!node || seen.has(id)) continue;
      seen.add(id);
      this.#end(id, 'done');
      for (const { link } of nodeLinks(node)) open.push(link.nodeId);
    }
  }

  fail(nodeId: string): void {
    this.#begin(nodeId);
    this.#end(nodeId, 'failed');
  }

  #applyState({ id, displayId, state, value, max }: NodeProgress): void {
    if (this.#finished.has(displayId)) return;
    if (state === 'running') {
      this.#begin(displayId);
      if (max > 1) this.#step(displayId, value, max);
    } else if (state === 'finished' && id === displayId) {
      // A finished part of an expanded node does not finish the node.
      this.#begin(displayId);
      this.#end(displayId, 'done');
    }
  }

  #begin(id: string): void {
    if (!this.#graph.has(id) || this.#finished.has(id)) return;
    this.#current = id;
    if (this.#running.has(id)) return;
    this.#running.add(id);
    this.#report({ kind: 'node', nodeId: id, state: 'running' });
  }

  #end(id: string, state: 'cached' | 'done' | 'failed'): void {
    if (!this.#graph.has(id) || this.#finished.has(id)) return;
    this.#finished.add(id);
    if (this.#current === id) this.#current = null;
    this.#report({ kind: 'node', nodeId: id, state });
  }

  #step(id: string, value: number, max: number): void {
    if (!this.#graph.has(id) || this.#finished.has(id) || !(max > 0)) return;
    const shown = `${value}/${max}`;
    if (this.#steps.get(id) === shown) return;
    this.#steps.set(id, shown);
    this.#begin(id);
    this.#report({ kind: 'step', nodeId: id, step: value, steps: max });
  }
}
