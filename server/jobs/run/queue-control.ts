import type { QueuePlace } from '@contract/console/queue';
import type { AppDeps } from '../../deps';
import type { JobQueue } from './job-queue';

export const QUEUE_PAUSED = 'The queue is paused';

export type QueueMove =
  | { kind: 'moved'; position: number; previousPlace: number }
  /** `at_engine`: an engine has the job already, in a queue that the gateway cannot change. */
  | { kind: 'rejected'; reason: 'not_waiting' | 'at_engine' };

interface QueueControlOptions {
  /** Queued jobs that an engine has already. */
  atEngine: () => readonly string[];
  /** Called after the change is stored. */
  onMove: (jobId: string) => void;
  onPause: (isPaused: boolean) => void;
}

/**
 * Pauses the queue and moves jobs in it (decision 087). A move takes the next number of the submission order as the rank of the
 * job, negative for a place in front of all. Ranks are never reused, so that the previous rank restores the previous place.
 */
export class QueueControl {
  readonly #store: AppDeps['store'];
  readonly #clock: AppDeps['clock'];
  readonly #queue: JobQueue;
  readonly #options: QueueControlOptions;
  #pausedAt: number | null;

  constructor({ store, clock }: Pick<AppDeps, 'store' | 'clock'>, queue: JobQueue, options: QueueControlOptions) {
    this.#store = store;
    this.#clock = clock;
    this.#queue = queue;
    this.#options = options;
    this.#pausedAt = store.queue.pausedAt();
  }

  /** When the queue was paused; `null` while it is not. */
  get pausedAt(): number | null {
    return this.#pausedAt;
  }

  get isPaused(): boolean {
    return this.#pausedAt !== null;
  }

  /** Queued jobs that cannot be moved, since an engine has them already. They start even if the queue is paused. */
  get atEngine(): readonly string[] {
    return this.#options.atEngine();
  }

  /** Queued jobs that wait in the gateway, in order. */
  *inGateway(): Generator<string> {
    const atEngine = new Set(this.atEngine);
    for (const id of this.#queue) if (!atEngine.has(id)) yield id;
  }

  /** Number of queued jobs that wait in the gateway. */
  get waiting(): number {
    return this.#queue.length - this.atEngine.length;
  }

  /** @throws StoreUnusable */
  setPaused(isPaused: boolean): void {
    if (isPaused === this.isPaused) return;
    const pausedAt = isPaused ? this.#clock.now() : null;
    this.#store.transaction(() => this.#store.queue.setPausedAt(pausedAt));
    this.#pausedAt = pausedAt;
    this.#options.onPause(isPaused);
  }

  /** @throws StoreUnusable */
  move(id: string, place: QueuePlace): QueueMove {
    const previousPlace = this.#queue.rank(id);
    if (previousPlace === null) return { kind: 'rejected', reason: 'not_waiting' };
    if (this.atEngine.includes(id)) return { kind: 'rejected', reason: 'at_engine' };
    const ranks = this.#store.transaction(() => {
      const changes = this.#newRanks(id, place);
      for (const [jobId, rank] of changes) this.#store.queue.setRank(jobId, rank);
      return changes;
    });
    for (const [jobId, rank] of ranks) this.#queue.put(jobId, rank);
    this.#options.onMove(id);
    return { kind: 'moved', position: this.#queue.position(id) ?? 1, previousPlace };
  }

  /** Jobs at an engine run before those that wait here, so they stay in front of a job that would overtake one of them. */
  #newRanks(id: string, place: QueuePlace): [jobId: string, rank: number][] {
    const { queue } = this.#store;
    const rank = typeof place === 'number' ? place : place === 'back' ? queue.takeSeq() : -queue.takeSeq();
    const atEngine = this.atEngine.toSorted((a, b) => (this.#queue.position(b) ?? 0) - (this.#queue.position(a) ?? 0));
    const isOvertaking = atEngine.some((other) => (this.#queue.rank(other) ?? rank) > rank);
    const ahead = isOvertaking ? atEngine.map((other): [string, number] => [other, -queue.takeSeq()]) : [];
    return [[id, rank], ...ahead];
  }
}
