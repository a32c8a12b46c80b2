import type { OutboxEntry } from '../outbox/outbox-entry';
import type { CellStorage } from './cell-storage';
import type { BatchEntry, CellInFlight } from './batch-entry';

export type JobReport =
  | { kind: 'job'; status: string; message: string | null }
  /** The server does not have the job. */
  | { kind: 'gone' }
  | { kind: 'unreachable'; retryAfterS: number | null };

/** What the effects of a batch use: the outbox, the cell records and the servers. */
export interface CellPorts {
  cells: Pick<CellStorage, 'read' | 'write'>;
  /**
   * Adds the submission of a cell to the outbox. Rejects if it could not be stored.
   * @throws UnusableCellError if the cell cannot be submitted at all
   */
  submit(batch: BatchEntry, cell: CellInFlight): Promise<void>;
  readSubmission(entryId: string): Promise<Pick<OutboxEntry, 'state' | 'isDismissed'> | null>;
  /** Cancels a submission that is not sent yet. */
  cancelSubmission(entryId: string): Promise<void>;
  /** Dismisses a submission whose outcome is recorded. */
  releaseSubmission(entryId: string): Promise<void>;
  /** Calls `onChange` once one of the submissions changes. Returns a function that stops it. */
  followSubmissions(entryIds: readonly string[], onChange: () => void): () => void;
  readJob(surfaceId: string, jobId: string): Promise<JobReport>;
}

/** A cell whose workflow or server is missing. The message is shown. */
export class UnusableCellError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'UnusableCellError';
  }
}
