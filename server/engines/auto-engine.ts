import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import type { ComfyuiEngine } from './comfyui/comfyui-engine';
import type {
  ComfyuiConnection,
  Engine,
  EngineEvent,
  EngineHealth,
  RunOutcome,
  RunRequest,
  WaitingJob,
} from './engine';

const NOT_READY = 'ComfyUI is not ready';
const BUT_OWN = ', but for those whose classes only Flowdeck has';

/**
 * `--engine auto`: ComfyUI as soon as it has answered once, the embedded engine before that. From then on jobs wait
 * for ComfyUI when it goes away, as they were made for it. Jobs with classes that only the embedded engine has run there
 * always, and pass those by that wait.
 */
export class AutoEngine implements Engine {
  readonly reportsStart = true;
  readonly #comfyui: ComfyuiEngine;
  readonly #embedded: Engine;
  readonly #onComfyui = new Set<string>();
  #ownDefinitions: NodeDefinitions | null = null;
  #hasSeenComfyui = false;

  constructor({ comfyui, embedded }: { comfyui: ComfyuiEngine; embedded: Engine }) {
    this.#comfyui = comfyui;
    this.#embedded = embedded;
    // Jobs may wait before anybody asks.
    void this.definitions();
  }

  get name(): Engine['name'] {
    return this.#isComfyui() ? 'comfyui' : this.#embedded.name;
  }

  /** One for both: they share the processors of this machine. What stands on a ComfyUI that is away uses none of them. */
  get parallel(): number {
    return this.#comfyui.state === 'here' ? 1 : 1 + this.#onComfyui.size;
  }

  health(): EngineHealth {
    const theirs = this.#comfyui.health();
    const { isReady, waitingReason = NOT_READY } = theirs;
    if (this.#isComfyui()) return isReady ? theirs : { ...theirs, waitingReason: waitingReason + BUT_OWN };
    const health = this.#embedded.health();
    // Only at the very start: a ComfyUI that is there answers the first question.
    return this.#comfyui.state === 'unknown' ? { ...health, isReady: false, waitingReason } : health;
  }

  comfyui(): ComfyuiConnection {
    return this.#comfyui.comfyui();
  }

  look(): Promise<void> {
    return this.#comfyui.look();
  }

  waitsFor({ classes }: WaitingJob): string | null {
    const { isReady, waitingReason = NOT_READY } = this.#comfyui.health();
    if (isReady) return null;
    const isOwn = this.#comfyui.state !== 'unknown' && this.#engineFor(classes()) === this.#embedded;
    return isOwn ? null : waitingReason;
  }

  async definitions(): Promise<NodeDefinitions | null> {
    const own = await this.#embedded.definitions();
    this.#ownDefinitions = own;
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

  noted(): string[] {
    return this.#comfyui.noted();
  }

  async run(request: RunRequest, report: (event: EngineEvent) => void, signal: AbortSignal): Promise<RunOutcome> {
    const { jobId } = request;
    if (!(await this.#isForComfyui(request))) {
      if (signal.aborted) return { kind: 'canceled' };
      report({ kind: 'start' });
      return this.#embedded.run(request, report, signal);
    }
    this.#onComfyui.add(jobId);
    try {
      return await this.#comfyui.run(request, report, signal);
    } finally {
      this.#onComfyui.delete(jobId);
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#comfyui.close(), this.#embedded.close()]);
  }

  async #isForComfyui({ jobId, graph }: RunRequest): Promise<boolean> {
    if (this.#comfyui.resumes(jobId)) return true;
    // Both as new as can be.
    await this.definitions();
    return this.#engineFor([...graph.values()].map(({ classType }) => classType)) === this.#comfyui;
  }

  /** By what is known of both at this moment. */
  #engineFor(classes: readonly string[]): Engine {
    // Taken in while ComfyUI was the engine, perhaps in an earlier life of the gateway: it waits for its return.
    if (!knowsAll(this.#ownDefinitions, classes)) return this.#comfyui;
    if (!this.#isComfyui()) return this.#embedded;
    const theirs = this.#comfyui.knownDefinitions;
    return theirs === null || knowsAll(theirs, classes) ? this.#comfyui : this.#embedded;
  }

  #isComfyui(): boolean {
    this.#hasSeenComfyui ||= this.#comfyui.state === 'here';
    return this.#hasSeenComfyui;
  }
}

function knowsAll(definitions: NodeDefinitions | null, classes: readonly string[]): boolean {
  return definitions !== null && classes.every((name) => Object.hasOwn(definitions, name));
}
