/** State and order of the job queue (decision 087). */
export interface QueueRecords {
  /** When the queue was paused; `null` while it is not. */
  pausedAt(): number | null;
  setPausedAt(pausedAt: number | null): void;
  /** Takes the next number of the submission order, which no job gets. As a rank, it puts a job behind all others. */
  takeSeq(): number;
  /** Does nothing if there is no such job. */
  setRank(jobId: string, rank: number): void;
}
