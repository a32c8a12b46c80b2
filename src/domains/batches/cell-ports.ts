import type { OutboxEntry } from '../outbox/outbox-entry';
import type { CellStorage } from './cell-storage';
import type { BatchEntry, CellInFlight } from './batch-entry';

export type JobReport =
  | { kind: 'job'; status: string; message: string | null }
  /** The server does not have the job. */
  | { kind: 'gone' }
  | { kind: 'unreachable'; retryAfterS: number | null }
  /** The server is not in the settings anymore; it may be added again. */
  | { kind: 'removed' };

/** What the effects of a batch use: the outbox, the cell records and the servers. */
export interface CellPorts {
  cells: Pick<CellStorage, 'read' | 'write'>;
  /**
   * Adds the submissions of cells to the outbox with one write. Rejects if they could not be stored; then none is. Returns the cells
   * that cannot be submitted at all.
   */
  submit(batch: BatchEntry, cells: readonly CellInFlight[]): Promise<UnusableCell[]>;
  readSubmission(entryId: string): Promise<Pick<OutboxEntry, 'state' | 'isDismissed'> | null>;
  /** Cancels a submission that is not sent yet. */
  cancelSubmission(entryId: string): Promise<void>;
  /** Dismisses submissions whose outcome is recorded. */
  releaseSubmissions(entryIds: readonly string[]): Promise<void>;
  /** Calls `onChange` once one of the submissions changes. Returns a function that stops it. */
  followSubmissions(entryIds: readonly string[], onChange: () => void): () => void;
  /** Calls `onEnd` for the jobs whose end an event stream has reported or reports. Returns a function that stops it. */
  followJobs(cells: readonly CellInFlight[], onEnd: (cell: CellInFlight) => void): () => void;
  readJob(surfaceId: string, jobId: string): Promise<JobReport>;
}

/** A cell that cannot be submitted: since its server was removed, or for a reason that is shown. */
export type UnusableCell = { cell: CellInFlight } & (
  | { isServerRemoved: true }
  | { isServerRemoved: false; message: string }
);
