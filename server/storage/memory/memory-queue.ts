import type { QueueRecords } from '../queue-records';
import type { Journal } from './memory-undo-log';

/** Jobs in memory, whose records contain their ranks. */
type RankedJobs = Pick<QueueRecords, 'takeSeq' | 'setRank'>;

export class MemoryQueue implements QueueRecords {
  readonly #state = new Map<'pausedAt', number>();
  readonly #journal: Journal;
  readonly #jobs: RankedJobs;

  constructor(journal: Journal, jobs: RankedJobs) {
    this.#journal = journal;
    this.#jobs = jobs;
  }

  pausedAt(): number | null {
    return this.#state.get('pausedAt') ?? null;
  }

  setPausedAt(pausedAt: number | null): void {
    this.#journal.write(this.#state, 'pausedAt', pausedAt ?? undefined);
  }

  takeSeq(): number {
    return this.#jobs.takeSeq();
  }

  setRank(jobId: string, rank: number): void {
    this.#jobs.setRank(jobId, rank);
  }
}
