import type { Progress } from '@contract/jobs/schemas';
import { readWorkflow } from '@contract/workflow/graph';
import type { AppDeps } from '../../deps';
import type { JobNeeds, WaitingJob } from '../../engines/engine';
import { needsOf } from '../../engines/job-needs';
import type { EventHub } from '../events/event-hub';

/** Maximum number of workflows read per check, so that a queue of a thousand jobs does not block requests. */
const MAX_READ = 100;
/** Cache size, above any realistic queue length. */
const MAX_CACHED = 20_000;

const NOT_READY = 'The engine is not ready';
/** A job that ran would fail, since its outputs could not be stored. */
const DISK_FULL = 'The disk is full';

/** A job that may start, and the engine of a pool that is reserved for it. */
export interface Turn {
  id: string;
  engine: string | null;
}

type EligibilityDeps = Pick<AppDeps, 'store' | 'engine' | 'isDiskFull'>;

/** Snapshot of a job that waits (Job API 2, Progress); nodes are not counted before the run. `null`: it waits for its turn only. */
export function waitingProgress(message: string | null): Progress {
  return { value: 0, nodes_done: 0, nodes_total: 0, message, nodes: {} };
}

/**
 * Decides which queued jobs may start, and why the others may not. With several engines, a job waits for an engine that can run
 * it, and later jobs that other engines can run overtake it.
 */
export class JobEligibility {
  readonly #deps: EligibilityDeps;
  readonly #needs = new Map<string, JobNeeds>();
  #reads = 0;

  constructor(deps: EligibilityDeps) {
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
    const { engine, isDiskFull } = this.#deps;
    if (isDiskFull?.()) return null;
    if (!engine.assign) return { id, engine: null };
    const name = engine.assign(this.#job(id));
    return name === null ? null : { id, engine: name };
  }

  /** Returns why this job may not start, or `null` if it may. */
  reason(jobId: string): string | null {
    const { engine, isDiskFull } = this.#deps;
    if (isDiskFull?.()) return DISK_FULL;
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

/** Publishes why jobs wait as soon as the reason changes. Like queue positions, only for watched jobs. */
export class WaitReasons {
  readonly #hub: EventHub;
  /** Last published reason, by job id. */
  #published = new Map<string, string>();

  constructor(hub: EventHub) {
    this.#hub = hub;
  }

  /** Publishes a reason that these jobs share, also to the streams of all jobs; `null`: they wait for their turn only. */
  publishToAll(ids: Iterable<string>, message: string | null): void {
    const progress = waitingProgress(message);
    for (const id of ids) {
      if (message === null) this.#published.delete(id);
      else this.#published.set(id, message);
      if (this.#hub.isWatched(id)) this.#hub.publish(id, { kind: 'progress', progress });
    }
  }

  /** @param progressOf progress of a waiting job; `null` for other jobs */
  publish(progressOf: (jobId: string) => Progress | null): void {
    const before = this.#published;
    this.#published = new Map();
    for (const id of this.#hub.watchedJobs()) {
      const progress = progressOf(id);
      if (!progress?.message) continue;
      this.#published.set(id, progress.message);
      if (before.get(id) !== progress.message) this.#hub.publish(id, { kind: 'progress', progress });
    }
  }
}
