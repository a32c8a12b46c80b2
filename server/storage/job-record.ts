import type { JobStatus } from '@contract/jobs/lifecycle';
import type { JobError, Labels, Progress } from '@contract/jobs/schemas';

export interface JobRecord {
  /** Submission order; the cursor of listings. */
  seq: number;
  id: string;
  /** Account of the caller; the plain gateway has only `local`. */
  owner: string;
  status: JobStatus;
  createdAt: number;
  startedAt: number | null;
  completedAt: number | null;
  expiresAt: number;
  labels: Labels;
  /** Latest stored snapshot; while a job runs, the runner has a newer one in memory. */
  progress: Progress | null;
  error: JobError | null;
  /** True if the job was submitted with `extra_data`, which is in memory only: such a job cannot run after a restart. */
  needsExtraData: boolean;
  /** Number of runs that started and did not end properly, including the active one. */
  starts: number;
  /** Title of the node that produces the result; `null` if unknown. */
  outputTitle: string | null;
  /** Order in the queue, lowest first: `seq`, unless the job was moved (decision 087). */
  queueRank: number;
  /** Name of the pool engine that the job was last assigned to; `null` if there is none. */
  engine: string | null;
}
