import type { JobStatus } from '@contract/jobs/lifecycle';
import type { Progress } from '@contract/jobs/schemas';
import type { OutputRecord } from '../storage/store';

/**
 * What changed on a job, told inside the gateway. Outputs travel as records: their addresses are signed for the origin
 * of each reader, so frames are made where a stream is served.
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

/** Called while the change is told; must not throw. */
export type JobListener = (change: JobChange, jobId: string) => void;

/** Who wants to hear of which job. Nothing is kept: a listener hears what happens while it listens. */
export class EventHub {
  readonly #byJob = new Map<string, Set<JobListener>>();
  readonly #all = new Set<JobListener>();

  publish(jobId: string, change: JobChange): void {
    // Copies: a listener may leave while it is told.
    for (const listener of [...(this.#byJob.get(jobId) ?? []), ...this.#all]) listener(change, jobId);
  }

  /** @returns the way out; calling it again does nothing. */
  subscribe(jobId: string, listener: JobListener): () => void {
    const listeners = this.#byJob.get(jobId) ?? new Set();
    this.#byJob.set(jobId, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#byJob.get(jobId) === listeners) this.#byJob.delete(jobId);
    };
  }

  /** Hears of every job: counts, feeds and tests. */
  subscribeToAll(listener: JobListener): () => void {
    this.#all.add(listener);
    return () => {
      this.#all.delete(listener);
    };
  }

  isWatched(jobId: string): boolean {
    return this.#all.size > 0 || this.#byJob.has(jobId);
  }

  /** Jobs with listeners of their own; queue positions are worked out for these only. */
  watchedJobs(): string[] {
    return [...this.#byJob.keys()];
  }
}
