import type { Progress } from '@contract/jobs/schemas';
import { readWorkflow } from '@contract/workflow/graph';
import type { AppDeps } from '../deps';

/** Workflows that are read at one look: a line of a thousand must not keep requests waiting. */
const MAX_READ = 100;
/** More than any line holds that somebody would wait for. */
const MAX_KEPT = 20_000;

const NOT_READY = 'The engine is not ready';

/**
 * Which of the jobs that wait may start, and why the others may not. Where one engine takes all jobs, all wait for the
 * same; where several do, a job waits for its own, and those behind it that another one takes pass it by.
 */
export class WaitingJobs {
  readonly #deps: Pick<AppDeps, 'store' | 'engine'>;
  readonly #classes = new Map<string, readonly string[]>();
  #reads = 0;

  constructor(deps: Pick<AppDeps, 'store' | 'engine'>) {
    this.#deps = deps;
  }

  /** The first one that may start; undefined when none may, as far as is known. */
  first(ids: Iterable<string>): string | undefined {
    const last = this.#reads + MAX_READ;
    for (const id of ids) {
      if (this.reason(id) === null) return id;
      // Those behind are looked at next time: nobody passes by a job that nobody has looked at.
      if (!this.#deps.engine.waitsFor || this.#reads >= last) return undefined;
    }
    return undefined;
  }

  /** Why this one may not start; null when it may. */
  reason(jobId: string): string | null {
    const { engine } = this.#deps;
    if (engine.waitsFor) return engine.waitsFor({ jobId, classes: () => this.#classesOf(jobId) });
    const { isReady, waitingReason } = engine.health();
    return isReady ? null : (waitingReason ?? NOT_READY);
  }

  /** The same in the words of the contract (Job API 2, Progress); how many nodes it has is not counted before it runs. */
  progress(jobId: string): Progress | null {
    const message = this.reason(jobId);
    return message === null ? null : { value: 0, nodes_done: 0, nodes_total: 0, message, nodes: {} };
  }

  /** A workflow that cannot be read asks for no class: its run tells why it fails. */
  #classesOf(jobId: string): readonly string[] {
    const known = this.#classes.get(jobId);
    if (known) return known;
    this.#reads += 1;
    const text = this.#deps.store.jobs.workflowText(jobId);
    const reading = text === null ? null : readWorkflow(text);
    const classes = reading?.ok ? [...new Set([...reading.graph.values()].map(({ classType }) => classType))] : [];
    if (this.#classes.size >= MAX_KEPT) this.#classes.clear();
    this.#classes.set(jobId, classes);
    return classes;
  }
}
