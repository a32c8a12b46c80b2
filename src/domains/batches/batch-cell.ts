import type { CellOutcome } from './batch-entry';

/** Last attempt of one cell, as stored in IndexedDB. Written before the batch counts it. */
export interface BatchCell {
  batchId: string;
  cell: number;
  attempt: number;
  surfaceId: string;
  entryId: string;
  jobId: string | null;
  outcome: 'sending' | 'running' | CellOutcome;
  /** Why the cell did not succeed. */
  message: string | null;
  /** `null` while the cell is in flight. */
  finishedAt: number | null;
}
