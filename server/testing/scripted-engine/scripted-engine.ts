import { nodeLinks, type Graph, type GraphNode } from '@contract/workflow/graph';
import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import type { Clock } from '../../clock';
import { finish } from '@contract/slices';
import { neededNodesInSlices } from '../../jobs/run/progress';
import type { EngineLibrary } from '../../engines/engine-library';
import type { Engine, EngineEvent, EngineHealth, RunOutcome, RunRequest } from '../../engines/engine';
import { SCRIPTED_DEFINITIONS } from './scripted-classes';
import { scriptedNode, type NodeRun } from './scripted-nodes';

export interface ScriptedEngineOptions {
  clock: Clock;
  /** Number of parallel jobs. Default: 1. */
  parallel?: number;
}

/** Thrown to stop a run; caught in this folder. */
class Stopped extends Error {}

/**
 * Second implementation of `Engine`, for tests, which control it with a graph only (`scripted-classes.ts` lists the
 * behaviors). It uses only web APIs and the `Clock` interface, so it runs in Node and in browsers, in real and virtual time.
 */
export class ScriptedEngine implements Engine {
  readonly name = 'scripted';
  readonly parallel: number;
  /** Run requests, oldest first. */
  readonly requests: RunRequest[] = [];
  /** Ids of canceled jobs. */
  readonly stopped: string[] = [];
  /** What `libraries` returns: ComfyUI servers with their files. */
  connectedLibraries: EngineLibrary[] = [];
  readonly #clock: Clock;
  readonly #gates = new Set<() => void>();
  #isHeld = false;
  #waitingReason: string | null = null;
  #definitionsFault: Error | null = null;

  constructor({ clock, parallel = 1 }: ScriptedEngineOptions) {
    this.#clock = clock;
    this.parallel = parallel;
  }

  /** Pauses all runs before their next node or step, until `release`. */
  hold(): void {
    this.#isHeld = true;
  }

  release(): void {
    this.#isHeld = false;
    // An opened gate removes itself from the set.
    for (const open of this.#gates) open();
  }

  /** Sets the reason why jobs wait; `null` makes the engine ready. */
  setWaiting(reason: string | null): void {
    this.#waitingReason = reason;
  }

  /** Makes `definitions` reject with the error, like an engine with invalid responses. */
  breakDefinitions(error: Error | null): void {
    this.#definitionsFault = error;
  }

  health(): EngineHealth {
    const label = `scripted, ${this.parallel} at a time`;
    if (this.#waitingReason === null) return { isReady: true, label };
    return { isReady: false, label, waitingReason: this.#waitingReason };
  }

  libraries(): readonly EngineLibrary[] {
    return this.connectedLibraries;
  }

  async definitions(): Promise<NodeDefinitions | null> {
    if (this.#definitionsFault) throw this.#definitionsFault;
    return SCRIPTED_DEFINITIONS;
  }

  async run(request: RunRequest, report: (event: EngineEvent) => void, signal: AbortSignal): Promise<RunOutcome> {
    this.requests.push(request);
    const noteStop = () => this.stopped.push(request.jobId);
    signal.addEventListener('abort', noteStop, { once: true });
    try {
      for (const nodeId of finish(neededNodesInSlices(request.graph, SCRIPTED_DEFINITIONS))) {
        await this.#pass(signal);
        const node = request.graph.get(nodeId);
        if (!node) throw new Error(`The graph has no node ${nodeId}`);
        const outcome = await this.#runNode(node, request, report, signal);
        if (outcome) return outcome;
      }
      return { kind: 'succeeded' };
    } catch (error) {
      if (error instanceof Stopped) return { kind: 'canceled' };
      throw error;
    } finally {
      signal.removeEventListener('abort', noteStop);
    }
  }

  async close(): Promise<void> {
    this.release();
  }

  async #runNode(
    node: GraphNode,
    request: RunRequest,
    report: (event: EngineEvent) => void,
    signal: AbortSignal,
  ): Promise<RunOutcome | null> {
    const nodeId = node.id;
    if (node.classType === 'ScriptCached') {
      report({ kind: 'node', nodeId, state: 'cached' });
      return null;
    }
    report({ kind: 'node', nodeId, state: 'running' });
    const run: NodeRun = {
      node,
      request,
      report,
      source: (input) => sourceOf(request.graph, node, input),
      wait: (ms) => this.#wait(ms, signal),
      waitUnasked: (ms) => this.#wait(ms, null),
      untilStopped: () => this.#untilStopped(signal),
      stop: () => {
        throw new Stopped();
      },
      pass: () => this.#pass(signal),
    };
    const outcome = await scriptedNode(run);
    if (outcome?.kind === 'failed') report({ kind: 'node', nodeId, state: 'failed' });
    else report({ kind: 'node', nodeId, state: 'done' });
    return outcome;
  }

  /** Boundary between nodes or steps, at which a run is held or stopped. */
  async #pass(signal: AbortSignal): Promise<void> {
    while (this.#isHeld && !signal.aborted) {
      await this.#either(signal, (resolve) => {
        this.#gates.add(resolve);
        return () => this.#gates.delete(resolve);
      });
    }
    if (signal.aborted) throw new Stopped();
  }

  async #wait(ms: number, signal: AbortSignal | null): Promise<void> {
    await this.#either(signal, (resolve) => this.#clock.after(ms, resolve));
    if (signal?.aborted) throw new Stopped();
  }

  async #untilStopped(signal: AbortSignal): Promise<void> {
    await this.#either(signal, () => () => {});
  }

  /** Resolves when `begin` resolves or the signal aborts, and cleans up. */
  #either(signal: AbortSignal | null, begin: (resolve: () => void) => () => void): Promise<void> {
    if (signal?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const end = () => {
        takeBack();
        signal?.removeEventListener('abort', end);
        resolve();
      };
      const takeBack = begin(end);
      signal?.addEventListener('abort', end, { once: true });
    });
  }
}

function sourceOf(graph: Graph, node: GraphNode, input: string): GraphNode | null {
  const found = nodeLinks(node).find((entry) => entry.input === input);
  return found ? (graph.get(found.link.nodeId) ?? null) : null;
}
