import type { JobStatus } from '@contract/jobs/lifecycle';
import type { Progress } from '@contract/jobs/schemas';
import type { OutputRecord } from '../../storage/store';

/**
 * A change of a job, published inside the gateway. Outputs are passed as records: their URLs are signed per client origin, so
 * each stream makes its own frames.
 */
export type JobChange =
  | { kind: 'status'; status: JobStatus; queuePosition: number | null }
  | { kind: 'progress'; progress: Progress }
  | { kind: 'preview'; preview: Preview }
  | { kind: 'output'; output: OutputRecord }
  | { kind: 'log'; level: string; message: string };

export interface Preview {
  nodeId: string;
  contentType: string;
  data: Uint8Array;
}

/** Called synchronously for each change; must not throw. */
export type JobListener = (change: JobChange, jobId: string) => void;

/** Publishes job changes to listeners. Nothing is buffered: listeners only get changes that happen while they are subscribed. */
export class EventHub {
  readonly #byJob = new Map<string, Set<JobListener>>();
  readonly #all = new Set<JobListener>();
  #onStatus: (status: JobStatus, jobId: string) => void = () => {};

  publish(jobId: string, change: JobChange): void {
    if (change.kind === 'status') this.#onStatus(change.status, jobId);
    // Iterates over copies: a listener may unsubscribe during the call.
    for (const listener of [...(this.#byJob.get(jobId) ?? []), ...this.#all]) listener(change, jobId);
  }

  /** @returns an idempotent unsubscribe function. */
  subscribe(jobId: string, listener: JobListener): () => void {
    const listeners = this.#byJob.get(jobId) ?? new Set();
    this.#byJob.set(jobId, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#byJob.get(jobId) === listeners) this.#byJob.delete(jobId);
    };
  }

  /** Subscribes to all jobs: counts, feeds and tests. */
  subscribeToAll(listener: JobListener): () => void {
    this.#all.add(listener);
    return () => {
      this.#all.delete(listener);
    };
  }

  /**
   * @param listener called for each status of each job, also repeated ones. Unlike a subscriber, it watches no job: nothing is computed
   * for it.
   */
  onStatus(listener: (status: JobStatus, jobId: string) => void): void {
    this.#onStatus = listener;
  }

  isWatched(jobId: string): boolean {
    return this.#all.size > 0 || this.#byJob.has(jobId);
  }

  /** Ids of jobs with listeners; queue positions are computed for these only. */
  watchedJobs(): string[] {
    return [...this.#byJob.keys()];
  }
}
