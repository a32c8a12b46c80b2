import { nodeLinks, type Graph, type GraphNode } from '@contract/workflow/graph';
import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import type { Clock } from '../../clock';
import { finish } from '@contract/slices';
import { neededNodesInSlices } from '../../jobs/needed-nodes';
import type { Engine, EngineEvent, EngineHealth, RunOutcome, RunRequest } from '../engine';
import { SCRIPTED_DEFINITIONS } from './scripted-classes';
import { scriptedNode, type NodeRun } from './scripted-nodes';

export interface ScriptedEngineOptions {
  clock: Clock;
  /** Jobs at once; default 1. */
  parallel?: number;
}

/** Thrown inside a run to leave it; never leaves this folder. */
class Stopped extends Error {}

/**
 * The second engine: it proves the port, and asks of a test nothing but a graph (`scripted-classes.ts` lists the
 * behaviours). It lives on web standards and the clock port alone, so it runs in Node and in a browser, in real time
 * and in virtual time.
 */
export class ScriptedEngine implements Engine {
  readonly name = 'scripted';
  readonly parallel: number;
  /** What it was asked to run, oldest first. */
  readonly requests: RunRequest[] = [];
  /** Ids of jobs that it was told to stop. */
  readonly stopped: string[] = [];
  readonly #clock: Clock;
  readonly #gates = new Set<() => void>();
  #isHeld = false;
  #waitingReason: string | null = null;
  #definitionsFault: Error | null = null;

  constructor({ clock, parallel = 1 }: ScriptedEngineOptions) {
    this.#clock = clock;
    this.parallel = parallel;
  }

  /** All runs stop before their next node or step, until `release`. */
  hold(): void {
    this.#isHeld = true;
  }

  release(): void {
    this.#isHeld = false;
    // An opened gate takes itself out of the set.
    for (const open of this.#gates) open();
  }

  /** With a reason the engine is not ready and jobs wait; null makes it ready. */
  setWaiting(reason: string | null): void {
    this.#waitingReason = reason;
  }

  /** With an error `definitions` rejects, as behind an engine that answers nonsense. */
  breakDefinitions(error: Error | null): void {
    this.#definitionsFault = error;
  }

  health(): EngineHealth {
    const label = `scripted, ${this.parallel} at a time`;
    if (this.#waitingReason === null) return { isReady: true, label };
    return { isReady: false, label, waitingReason: this.#waitingReason };
  }

  async definitions(): Promise<NodeDefinitions> {
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
        const node = request.graph.get(nodeId) as GraphNode;
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

  /** A border between nodes or steps: here a run is held, and here it stops. */
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

  /** Resolves when `begin` says so or the signal aborts, and takes back whatever is left. */
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
