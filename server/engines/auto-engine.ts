import type { Graph } from '@contract/workflow/graph';
import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import type { ComfyuiEngine } from './comfyui/comfyui-engine';
import type { Engine, EngineEvent, EngineHealth, RunOutcome, RunRequest } from './engine';

/**
 * `--engine auto`: ComfyUI as soon as it has answered once, the embedded engine before that. From then on jobs wait
 * for ComfyUI when it goes away, as they were made for it. Classes that only the embedded engine has run there always.
 */
export class AutoEngine implements Engine {
  readonly #comfyui: ComfyuiEngine;
  readonly #embedded: Engine;
  #hasSeenComfyui = false;

  constructor({ comfyui, embedded }: { comfyui: ComfyuiEngine; embedded: Engine }) {
    this.#comfyui = comfyui;
    this.#embedded = embedded;
  }

  get name(): Engine['name'] {
    return this.#isComfyui() ? 'comfyui' : this.#embedded.name;
  }

  /** One for both: they share the processors of this machine. */
  get parallel(): number {
    return 1;
  }

  health(): EngineHealth {
    if (this.#isComfyui()) return this.#comfyui.health();
    const health = this.#embedded.health();
    // Only at the very start: a ComfyUI that is there answers the first question.
    if (this.#comfyui.state !== 'unknown') return health;
    const { waitingReason } = this.#comfyui.health();
    return { ...health, isReady: false, ...(waitingReason === undefined ? {} : { waitingReason }) };
  }

  async definitions(): Promise<NodeDefinitions | null> {
    const own = await this.#embedded.definitions();
    if (!this.#isComfyui()) return own;
    const theirs = await this.#comfyui.definitions();
    return theirs && { ...own, ...theirs };
  }

  resumes(jobId: string): boolean {
    return this.#comfyui.resumes(jobId);
  }

  release(jobId: string): void {
    this.#comfyui.release(jobId);
  }

  async run(request: RunRequest, report: (event: EngineEvent) => void, signal: AbortSignal): Promise<RunOutcome> {
    const engine = await this.#engineFor(request);
    return engine.run(request, report, signal);
  }

  async close(): Promise<void> {
    await Promise.all([this.#comfyui.close(), this.#embedded.close()]);
  }

  async #engineFor({ jobId, graph }: RunRequest): Promise<Engine> {
    if (this.#comfyui.resumes(jobId)) return this.#comfyui;
    const embedded = await this.#embedded.definitions();
    // Taken in while ComfyUI was the engine, in an earlier life of the gateway: it waits there for its return.
    if (!knowsAll(embedded, graph)) return this.#comfyui;
    if (!this.#isComfyui()) return this.#embedded;
    const theirs = await this.#comfyui.definitions();
    return theirs === null || knowsAll(theirs, graph) ? this.#comfyui : this.#embedded;
  }

  #isComfyui(): boolean {
    this.#hasSeenComfyui ||= this.#comfyui.state === 'here';
    return this.#hasSeenComfyui;
  }
}

function knowsAll(definitions: NodeDefinitions | null, graph: Graph): boolean {
  if (definitions === null) return false;
  for (const { classType } of graph.values()) if (!Object.hasOwn(definitions, classType)) return false;
  return true;
}
