import type { Progress } from '@contract/jobs/schemas';
import { readWorkflow } from '@contract/workflow/graph';
import type { AppDeps } from '../deps';
import type { JobNeeds, WaitingJob } from '../engines/engine';
import { needsOf } from '../engines/job-needs';

/** Workflows that are read at one look: a line of a thousand must not keep requests waiting. */
const MAX_READ = 100;
/** More than any line holds that somebody would wait for. */
const MAX_KEPT = 20_000;

const NOT_READY = 'The engine is not ready';

/** A job that may start, and the engine of a pool that is reserved for it. */
export interface Turn {
  id: string;
  engine: string | null;
}

/**
 * Which of the jobs that wait may start, and why the others may not. Where one engine takes all jobs, all wait for the
 * same; where several do, a job waits for its own, and those behind it that another one takes pass it by.
 */
export class JobEligibility {
  readonly #deps: Pick<AppDeps, 'store' | 'engine'>;
  readonly #needs = new Map<string, JobNeeds>();
  #reads = 0;

  constructor(deps: Pick<AppDeps, 'store' | 'engine'>) {
    this.#deps = deps;
  }

  /** The first one that may start; undefined when none may, as far as is known. */
  first(ids: Iterable<string>): Turn | undefined {
    const last = this.#reads + MAX_READ;
    for (const id of ids) {
      const turn = this.reason(id) === null ? this.turn(id) : null;
      if (turn) return turn;
      // Those behind are looked at next time: nobody passes by a job that nobody has looked at.
      if (!this.#deps.engine.waitsFor || this.#reads >= last) return undefined;
    }
    return undefined;
  }

  /** Reserves an engine for this one; null when all that can run it are busy. */
  turn(id: string): Turn | null {
    const { engine } = this.#deps;
    if (!engine.assign) return { id, engine: null };
    const name = engine.assign(this.#job(id));
    return name === null ? null : { id, engine: name };
  }

  /** Why this one may not start; null when it may. */
  reason(jobId: string): string | null {
    const { engine } = this.#deps;
    if (engine.waitsFor) return engine.waitsFor(this.#job(jobId));
    const { isReady, waitingReason } = engine.health();
    return isReady ? null : (waitingReason ?? NOT_READY);
  }

  /** The same in the words of the contract (Job API 2, Progress); how many nodes it has is not counted before it runs. */
  progress(jobId: string): Progress | null {
    const message = this.reason(jobId);
    return message === null ? null : { value: 0, nodes_done: 0, nodes_total: 0, message, nodes: {} };
  }

  /** Known already, so that the workflow need not be read for it. */
  note(jobId: string, needs: JobNeeds): void {
    this.#needs.set(jobId, needs);
  }

  /** It does not wait any more. */
  forget(jobId: string): void {
    this.#needs.delete(jobId);
  }

  #job(jobId: string): WaitingJob {
    return { jobId, needs: () => this.#needsOf(jobId) };
  }

  /** A workflow that cannot be read needs nothing: its run tells why it fails. */
  #needsOf(jobId: string): JobNeeds {
    const known = this.#needs.get(jobId);
    if (known) return known;
    this.#reads += 1;
    const text = this.#deps.store.jobs.workflowText(jobId);
    const reading = text === null ? null : readWorkflow(text);
    const needs = reading?.ok ? needsOf(reading.graph) : { classes: [], texts: [] };
    if (this.#needs.size >= MAX_KEPT) this.#needs.clear();
    this.#needs.set(jobId, needs);
    return needs;
  }
}
