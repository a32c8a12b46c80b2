import type { Progress } from '@contract/jobs/schemas';
import { readWorkflow } from '@contract/workflow/graph';
import type { AppDeps } from '../../deps';
import type { JobNeeds, WaitingJob } from '../../engines/engine';
import { needsOf } from '../../engines/job-needs';

/** Maximum number of workflows read per check, so that a queue of a thousand jobs does not block requests. */
const MAX_READ = 100;
/** Cache size, above any realistic queue length. */
const MAX_CACHED = 20_000;

const NOT_READY = 'The engine is not ready';

/** A job that may start, and the engine of a pool that is reserved for it. */
export interface Turn {
  id: string;
  engine: string | null;
}

/** Snapshot of a job that waits (Job API 2, Progress); nodes are not counted before the run. `null`: it waits for its turn only. */
export function waitingProgress(message: string | null): Progress {
  return { value: 0, nodes_done: 0, nodes_total: 0, message, nodes: {} };
}

/**
 * Decides which queued jobs may start, and why the others may not. With several engines, a job waits for an engine that can run
 * it, and later jobs that other engines can run overtake it.
 */
export class JobEligibility {
  readonly #deps: Pick<AppDeps, 'store' | 'engine'>;
  readonly #needs = new Map<string, JobNeeds>();
  #reads = 0;

  constructor(deps: Pick<AppDeps, 'store' | 'engine'>) {
    this.#deps = deps;
  }

  /** Returns the first job that may start, or `undefined` if none is known. */
  first(ids: Iterable<string>): Turn | undefined {
    const last = this.#reads + MAX_READ;
    for (const id of ids) {
      const turn = this.reason(id) === null ? this.turn(id) : null;
      if (turn) return turn;
      // The rest is checked next time: a job must not overtake one that has not been checked.
      if (!this.#deps.engine.waitsFor || this.#reads >= last) return undefined;
    }
    return undefined;
  }

  /** Reserves an engine for this job; `null` if all suitable engines are busy. */
  turn(id: string): Turn | null {
    const { engine } = this.#deps;
    if (!engine.assign) return { id, engine: null };
    const name = engine.assign(this.#job(id));
    return name === null ? null : { id, engine: name };
  }

  /** Returns why this job may not start, or `null` if it may. */
  reason(jobId: string): string | null {
    const { engine } = this.#deps;
    if (engine.waitsFor) return engine.waitsFor(this.#job(jobId));
    const { isReady, waitingReason } = engine.health();
    return isReady ? null : (waitingReason ?? NOT_READY);
  }

  /** Returns the same as a progress snapshot. */
  progress(jobId: string): Progress | null {
    const message = this.reason(jobId);
    return message === null ? null : waitingProgress(message);
  }

  /** Stores known requirements, so that the workflow need not be read. */
  note(jobId: string, needs: JobNeeds): void {
    this.#needs.set(jobId, needs);
  }

  /** Forgets a job that left the queue. */
  forget(jobId: string): void {
    this.#needs.delete(jobId);
  }

  #job(jobId: string): WaitingJob {
    return { jobId, needs: () => this.#needsOf(jobId) };
  }

  /** An unreadable workflow has no requirements: its run reports the error. */
  #needsOf(jobId: string): JobNeeds {
    const known = this.#needs.get(jobId);
    if (known) return known;
    this.#reads += 1;
    const text = this.#deps.store.jobs.workflowText(jobId);
    const result = text === null ? null : readWorkflow(text);
    const needs = result?.ok ? needsOf(result.graph) : { classes: [], texts: [] };
    if (this.#needs.size >= MAX_CACHED) this.#needs.clear();
    this.#needs.set(jobId, needs);
    return needs;
  }
}
