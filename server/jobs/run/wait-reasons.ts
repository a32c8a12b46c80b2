import type { Progress } from '@contract/jobs/schemas';
import type { EventHub } from '../events/event-hub';
import { waitingProgress } from './job-eligibility';

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
