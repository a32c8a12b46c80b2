import type { FillIns } from '../drafts/fill-ins';
import type { JournalEntry } from '../journal/machine';

/** Final outcome of one attempt of a cell. `unsettled`: it stays unknown whether a job was created, or how it ended. */
export type CellOutcome = 'succeeded' | 'failed' | 'canceled' | 'refused' | 'unsettled';

/** A cell to start before the next planned one. */
export interface QueuedCell {
  cell: number;
  /** Starts at 1. */
  attempt: number;
  /** Outcome of the previous attempt, which counts again if this attempt is dropped; `null` for the first. */
  retryOf: CellOutcome | null;
}

/** A cell whose submission is stored, or about to be. */
export interface CellInFlight extends QueuedCell {
  surfaceId: string;
  /** Id of its submission in the outbox. */
  entryId: string;
  /** `null` until the job is known. */
  jobId: string | null;
  startedAt: number;
  /** The batch was stopped before the job was known: the submission is canceled if it is still unsent. */
  isWithdrawn: boolean;
  /** The batch was paused before the job was known: the submission is canceled if it is still unsent, and planned again. */
  isHeld?: boolean;
  /** The server did not take the submission at once: its queue was full, or the response was lost. */
  isDelayed?: boolean;
  /** The outcome that the user has chosen, since Flowdeck cannot read the cell. */
  settledAs?: CellOutcome;
}

/**
 * Why a batch is paused; all except `user`: it paused itself. `cap`: it has started as many cells as the user allowed. `removed`: no
 * server is left in the settings.
 */
export type PauseReason = 'user' | 'refused' | 'failures' | 'cap' | 'removed';

interface StartingState {
  name: 'starting';
  entryIds: readonly string[];
  /** Those of them whose cells were started before: their submissions may be stored. */
  repeatedIds: readonly string[];
}

/** A batch as stored in IndexedDB. Its workflow and plan are parts, its cells are records (`batch-cell.ts`). */
export interface BatchEntry extends JournalEntry {
  /** The first of `surfaceIds`. */
  surfaceId: string;
  /** Servers that run cells. Each cell goes to the least busy one. */
  surfaceIds: readonly string[];
  title: string;
  draftId: string | null;
  /** The job whose workflow the batch varies. */
  sourceJobId: string | null;
  needsPartnerKey: boolean;
  /** Texts of the workflow that are filled in when a cell starts; absent: none. */
  fillIns?: FillIns;
  /** For lists and headings, without reading the plan. */
  axes: readonly { label: string; count: number }[];
  count: number;
  /** Maximum number of cells in flight. */
  limit: number;
  /** Number of cells after which the batch pauses itself, again after each such pause; absent: it does not. */
  cap?: number;
  /** Cells started since the batch began or its last pause at the cap. */
  startedSinceCap?: number;
  /** The planned cell to start next. */
  next: number;
  /** Cells to start before `next`. */
  retries: readonly QueuedCell[];
  inFlight: readonly CellInFlight[];
  /** Servers that took the last submission at once, so that several may be unconfirmed there; absent: none. */
  openServers?: readonly string[];
  /** Servers that were not in the settings when a cell was to start there; absent: none. */
  removedServers?: readonly string[];
  tally: Readonly<Record<CellOutcome, number>>;
  failuresInRow: number;
  isPaused: boolean;
  pauseReason: PauseReason | null;
  /** Time at which it was paused; `null` while it is not. */
  pausedAt: number | null;
  /** Highest attempt whose submission a pause has canceled: later attempts must not use its id again. */
  lastHeldAttempt?: number;
  /** Planned cells are not started anymore; retries are. */
  isStopped: boolean;
  /** The gateway keeps a copy for other browsers: one that deletes it deletes the batch. */
  isShared?: boolean;
  /** Never stored: another browser runs the batch, and reported it last at this time. */
  elsewhere?: { seenAt: number };
  /** Time at which nothing was left to do, or `null`. */
  finishedAt: number | null;
  state: { name: 'ready'; until: number } | StartingState | { name: 'watching' };
}

/** Returns the cell to start next, or `null` if none is left. */
export function nextCell({ retries, next, count, isStopped }: BatchEntry): QueuedCell | null {
  const [retry] = retries;
  if (retry) return retry;
  return isStopped || next >= count ? null : { cell: next, attempt: 1, retryOf: null };
}

/** Returns true if there is something to pause: a cell to start, or one whose submission may still be unsent. */
export function hasUnsentCells(batch: BatchEntry): boolean {
  return nextCell(batch) !== null || batch.inFlight.some(({ jobId, isWithdrawn }) => jobId === null && !isWithdrawn);
}

/** Returns true if no cell is in flight and none is left to start. */
export function isFinishedBatch(batch: BatchEntry): boolean {
  return batch.inFlight.length === 0 && nextCell(batch) === null;
}

/** Returns the number of cells that are neither in flight nor finished; those of a stopped batch never start. */
export function unstartedCells({ count, inFlight, tally }: BatchEntry): number {
  return count - inFlight.length - Object.values(tally).reduce((sum, cells) => sum + cells, 0);
}

/** Returns the id of a cell's submission. It is derived, so that a crash while the cell is started cannot start it twice. */
export function cellEntryId(batchId: string, { cell, attempt }: Pick<QueuedCell, 'cell' | 'attempt'>): string {
  return `${batchId}.${cell}.${attempt}`;
}
