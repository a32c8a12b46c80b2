import type { Progress } from '@contract/jobs/schemas';
import { readWorkflow } from '@contract/workflow/graph';
import type { AppDeps } from '../deps';

/** Workflows that are read at one look: a line of a thousand must not keep requests waiting. */
const MAX_READ = 100;

const NOT_READY = 'The engine is not ready';

/**
 * Which of the jobs that wait may start, and why the others may not. Where one engine takes all jobs, all wait for the
 * same; where several do, a job waits for its own, and those behind it that another one takes pass it by.
 */
export class WaitingJobs {
  readonly #deps: Pick<AppDeps, 'store' | 'engine'>;
  #classes = new Map<string, readonly string[]>();
  #reasons = new Map<string, string>();

  constructor(deps: Pick<AppDeps, 'store' | 'engine'>) {
    this.#deps = deps;
  }

  /** The first one that may start; undefined when none may, as far as is known. */
  first(ids: readonly string[]): string | undefined {
    const { engine } = this.#deps;
    if (!engine.waitsFor) return engine.health().isReady ? ids[0] : undefined;
    const known = this.#classes;
    const reasons = new Map<string, string>();
    // Made anew at every look: what left the line leaves these, too.
    this.#classes = new Map();
    this.#reasons = reasons;
    let found: string | undefined;
    let reads = 0;
    for (const jobId of ids) {
      const classes = () => {
        let asked = known.get(jobId);
        if (!asked) {
          asked = this.#read(jobId);
          reads += 1;
        }
        this.#classes.set(jobId, asked);
        return asked;
      };
      const reason = engine.waitsFor({ jobId, classes });
      if (reason === null) found ??= jobId;
      else reasons.set(jobId, reason);
      // Those behind are looked at next time: nobody passes by a job that nobody has looked at.
      if (reads >= MAX_READ) break;
    }
    return found;
  }

  /** Why this one may not start; null when it may, or nobody has looked yet. */
  reason(jobId: string): string | null {
    const { engine } = this.#deps;
    if (engine.waitsFor) return this.#reasons.get(jobId) ?? null;
    const { isReady, waitingReason } = engine.health();
    return isReady ? null : (waitingReason ?? NOT_READY);
  }

  /** The same in the words of the contract (Job API 2, Progress); how many nodes it has is not counted before it runs. */
  progress(jobId: string): Progress | null {
    const message = this.reason(jobId);
    return message === null ? null : { value: 0, nodes_done: 0, nodes_total: 0, message };
  }

  /** A workflow that cannot be read asks for no class: its run tells why it fails. */
  #read(jobId: string): readonly string[] {
    const text = this.#deps.store.jobs.workflowText(jobId);
    const reading = text === null ? null : readWorkflow(text);
    return reading?.ok ? [...new Set([...reading.graph.values()].map(({ classType }) => classType))] : [];
  }
}
