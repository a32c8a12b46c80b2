import type { Machine, NextAction } from '../journal/machine';
import {
  cellEntryId,
  hasUnsentCells,
  isFinishedBatch,
  nextCell,
  type BatchEntry,
  type CellInFlight,
  type CellOutcome,
  type PauseReason,
  type QueuedCell,
} from './batch-entry';
import { MAX_LIMIT } from './batch-plan';

/**
 * The rules of a batch. One tab owns it, so the limit is exact across all tabs. Pure; `batch-runner.ts` performs the effects:
 * `start` stores the submission of one cell in the outbox, and `watch` reads submissions and jobs until one has changed.
 *
 * A cell is in flight before its submission is stored. A page that resumes the batch then asks the outbox whether it is, so a
 * crash between the two writes neither starts a cell twice nor loses one.
 */

/** What `watch` has found out about a cell in flight. */
export type CellNews = { entryId: string } & (
  | { kind: 'submitted'; jobId: string }
  | { kind: 'finished'; outcome: CellOutcome }
  /** The submission was never stored. */
  | { kind: 'missing' }
  /** The submission was canceled unsent, since the batch was paused. */
  | { kind: 'held' }
);

export type BatchEvent =
  | { kind: 'start' }
  | { kind: 'not_written' }
  /** `isStored`: the outbox has the submission. */
  | { kind: 'started'; isStored: boolean }
  | { kind: 'watch' }
  | { kind: 'watched'; news: readonly CellNews[] }
  /** The page that held the batch is closed. */
  | { kind: 'resume' }
  | { kind: 'user_pause' }
  | { kind: 'user_resume' }
  /** Starts no further cells. */
  | { kind: 'user_stop' }
  /** Starts finished cells again, each with its next attempt. */
  | { kind: 'user_retry'; cells: readonly QueuedCell[] }
  | { kind: 'user_limit'; limit: number }
  /** Stops the batch, and gives up its cells in flight on these servers: their outcome stays unknown. */
  | { kind: 'user_abandon'; surfaceIds: readonly string[] };

export type BatchEffect = 'start' | 'watch';

const PAUSE_MS = 3000;
/** A batch pauses itself after this many failed jobs in a row, since each may cost money. */
const MAX_FAILURES_IN_ROW = 5;

export const batchMachine: Machine<BatchEntry, BatchEvent, BatchEffect> = {
  effects: {
    start: { inState: 'starting', isReadOnly: false },
    watch: { inState: 'watching', isReadOnly: true },
  },
  nextAction,
  isActive: (batch) => batch.inFlight.length > 0 || (!batch.isPaused && nextCell(batch) !== null),
  step(batch, event, now) {
    const stepped = step(batch, event, now);
    if (stepped === batch) return batch;
    const after = pauseAtCap(stepped);
    return {
      ...after,
      finishedAt: isFinishedBatch(after) ? (batch.finishedAt ?? now) : null,
      pausedAt: after.isPaused ? (batch.pausedAt ?? now) : null,
    };
  },
};

function nextAction(batch: BatchEntry, now: number): NextAction<BatchEffect> {
  const { state, inFlight } = batch;
  if (state.name !== 'ready') return { do: 'nothing' };
  if (now < state.until) return { do: 'wait', until: state.until };
  if (canStart(batch)) return { do: 'start' };
  return { do: inFlight.length > 0 ? 'watch' : 'nothing' };
}

function canStart(batch: BatchEntry): boolean {
  const { isPaused, inFlight, limit } = batch;
  if (isPaused || isCapReached(batch) || nextCell(batch) === null) return false;
  return inFlight.length < limit && chooseServer(batch) !== null;
}

/**
 * Returns the server with the fewest cells in flight; `null` if each has a submission that is not a job yet. One that waits for a
 * full queue is thus the only one there, and a rejection stops the batch before it sends another.
 */
function chooseServer({ surfaceIds, inFlight }: BatchEntry): string | null {
  let chosen: string | null = null;
  let fewest = Infinity;
  for (const surfaceId of surfaceIds) {
    const cells = inFlight.filter((cell) => cell.surfaceId === surfaceId);
    if (cells.length >= fewest || cells.some(({ jobId }) => jobId === null)) continue;
    chosen = surfaceId;
    fewest = cells.length;
  }
  return chosen;
}

function step(batch: BatchEntry, event: BatchEvent, now: number): BatchEntry {
  const { state } = batch;
  switch (event.kind) {
    case 'start':
      return nextAction(batch, now).do === 'start' ? startNext(batch, now) : batch;
    case 'not_written':
      return { ...batch, state: { name: 'ready', until: now + PAUSE_MS } };
    case 'started':
      return state.name === 'starting' ? afterStart(batch, state.entryId, event.isStored, now) : batch;
    case 'watch':
      return nextAction(batch, now).do === 'watch' ? { ...batch, state: { name: 'watching' } } : batch;
    case 'watched':
      return state.name === 'watching' ? afterWatch(batch, event.news, now) : batch;
    case 'resume':
      return state.name === 'ready' ? batch : { ...batch, state: { name: 'ready', until: now } };
    case 'user_pause':
      return batch.isPaused || !hasUnsentCells(batch) ? batch : pause(batch, 'user');
    case 'user_resume':
      return batch.isPaused ? resume(batch) : batch;
    case 'user_stop':
      return isFinishedBatch(batch) ? batch : stop(batch);
    case 'user_retry':
      return retry(batch, event.cells);
    case 'user_limit': {
      const limit = toLimit(event.limit);
      return limit === batch.limit ? batch : { ...batch, limit };
    }
    case 'user_abandon':
      // The effect that starts a cell would store its submission afterwards.
      return state.name === 'starting' ? batch : abandon(batch, event.surfaceIds, now);
  }
}

function resume(batch: BatchEntry): BatchEntry {
  const resumed = { ...batch, isPaused: false, pauseReason: null, failuresInRow: 0 };
  return isCapReached(batch) ? { ...resumed, startedSinceCap: 0 } : resumed;
}

/** Returns a valid limit of cells in flight. */
export function toLimit(limit: number): number {
  return Math.min(MAX_LIMIT, Math.max(1, Math.floor(limit) || 1));
}

function startNext(batch: BatchEntry, now: number): BatchEntry {
  const cell = nextCell(batch);
  const surfaceId = chooseServer(batch);
  if (!cell || surfaceId === null) return batch;
  const entryId = cellEntryId(batch.id, cell);
  const started: CellInFlight = { ...cell, surfaceId, entryId, jobId: null, startedAt: now, isWithdrawn: false };
  return countToCap(
    {
      ...batch,
      ...(batch.retries.length > 0 ? { retries: batch.retries.slice(1) } : { next: batch.next + 1 }),
      inFlight: [...batch.inFlight, started],
      state: { name: 'starting', entryId },
    },
    1,
  );
}

function countToCap(batch: BatchEntry, by: 1 | -1): BatchEntry {
  if (batch.cap === undefined) return batch;
  return { ...batch, startedSinceCap: Math.max(0, (batch.startedSinceCap ?? 0) + by) };
}

/** Nothing more is started then: each cell may cost money. */
function isCapReached({ cap, startedSinceCap = 0 }: BatchEntry): boolean {
  return cap !== undefined && startedSinceCap >= cap;
}

/** Pauses once the allowed cells are jobs, so that the pause holds none of them. */
function pauseAtCap(batch: BatchEntry): BatchEntry {
  const { isPaused, inFlight } = batch;
  if (!isCapReached(batch) || isPaused || nextCell(batch) === null) return batch;
  return inFlight.every(({ jobId }) => jobId !== null) ? pause(batch, 'cap') : batch;
}

function afterStart(batch: BatchEntry, entryId: string, isStored: boolean, now: number): BatchEntry {
  if (isStored) return { ...batch, state: { name: 'ready', until: now } };
  return { ...putBack(batch, entryId), state: { name: 'ready', until: now + PAUSE_MS } };
}

function afterWatch(batch: BatchEntry, news: readonly CellNews[], now: number): BatchEntry {
  const after = news.reduce(afterNews, batch);
  const hasMissing = news.some(({ kind }) => kind === 'missing');
  return { ...after, state: { name: 'ready', until: hasMissing ? now + PAUSE_MS : now } };
}

function afterNews(batch: BatchEntry, news: CellNews): BatchEntry {
  const cell = batch.inFlight.find(({ entryId }) => entryId === news.entryId);
  if (!cell) return batch;
  switch (news.kind) {
    case 'submitted': {
      const submitted = { ...cell, jobId: news.jobId, isWithdrawn: false, isHeld: false };
      return { ...batch, inFlight: batch.inFlight.map((other) => (other === cell ? submitted : other)) };
    }
    case 'finished':
      return finish(batch, cell, news.outcome);
    case 'missing':
    case 'held':
      return putBack(batch, cell.entryId);
  }
}

function finish(batch: BatchEntry, cell: CellInFlight, outcome: CellOutcome): BatchEntry {
  const failuresInRow =
    outcome === 'failed' ? batch.failuresInRow + 1 : outcome === 'succeeded' ? 0 : batch.failuresInRow;
  const finished = { ...withoutCell(batch, cell), tally: counted(batch.tally, outcome, 1), failuresInRow };
  if (finished.isPaused || nextCell(finished) === null) return finished;
  if (outcome === 'refused') return pause(finished, 'refused');
  return failuresInRow < MAX_FAILURES_IN_ROW ? finished : pause(finished, 'failures');
}

/** Starts nothing more, and holds the submissions that are not jobs yet. */
function pause(batch: BatchEntry, pauseReason: PauseReason): BatchEntry {
  const inFlight = batch.inFlight.map((cell) => (cell.jobId === null ? { ...cell, isHeld: true } : cell));
  return { ...batch, isPaused: true, pauseReason, inFlight };
}

/**
 * Plans a cell again whose submission was not stored, with the same attempt, or was held, with the next one: the outbox knows the
 * id. A stop since then drops it.
 */
function putBack(batch: BatchEntry, entryId: string): BatchEntry {
  const found = batch.inFlight.find((cell) => cell.entryId === entryId);
  if (!found) return batch;
  const { cell, attempt, retryOf, isWithdrawn, isHeld } = found;
  const without = countToCap(withoutCell(batch, found), -1);
  if (isWithdrawn) return { ...without, tally: counted(batch.tally, retryOf, 1) };
  if (!isHeld) return { ...without, retries: [{ cell, attempt, retryOf }, ...batch.retries] };
  return {
    ...without,
    retries: [{ cell, attempt: attempt + 1, retryOf }, ...batch.retries],
    lastHeldAttempt: Math.max(batch.lastHeldAttempt ?? 0, attempt),
  };
}

function stop(batch: BatchEntry): BatchEntry {
  return {
    ...batch,
    isStopped: true,
    isPaused: false,
    pauseReason: null,
    tally: batch.retries.reduce((tally, { retryOf }) => counted(tally, retryOf, 1), batch.tally),
    retries: [],
    inFlight: batch.inFlight.map((cell) => (cell.jobId === null ? { ...cell, isWithdrawn: true } : cell)),
  };
}

function abandon(batch: BatchEntry, surfaceIds: readonly string[], now: number): BatchEntry {
  const stopped = stop(batch);
  const kept = stopped.inFlight.filter(({ surfaceId }) => !surfaceIds.includes(surfaceId));
  const { unsettled } = stopped.tally;
  return {
    ...stopped,
    inFlight: kept,
    tally: { ...stopped.tally, unsettled: unsettled + stopped.inFlight.length - kept.length },
    // The watch in progress has nothing more to report, so that the entry is not written again.
    state: { name: 'ready', until: now },
  };
}

function retry(batch: BatchEntry, cells: readonly QueuedCell[]): BatchEntry {
  const busy = new Set([...batch.retries, ...batch.inFlight].map(({ cell }) => cell));
  const firstAttempt = (batch.lastHeldAttempt ?? 0) + 1;
  const added = cells
    .filter(({ cell }) => cell < batch.next && !busy.has(cell))
    .map((cell) => ({ ...cell, attempt: Math.max(cell.attempt, firstAttempt) }));
  if (added.length === 0) return batch;
  return {
    ...batch,
    retries: [...batch.retries, ...added],
    tally: added.reduce((tally, { retryOf }) => counted(tally, retryOf, -1), batch.tally),
    failuresInRow: 0,
    // The cap was for the cells before.
    ...(batch.cap === undefined || nextCell(batch) !== null ? {} : { startedSinceCap: 0 }),
  };
}

function withoutCell(batch: BatchEntry, cell: CellInFlight): BatchEntry {
  return { ...batch, inFlight: batch.inFlight.filter((other) => other !== cell) };
}

function counted(tally: BatchEntry['tally'], outcome: CellOutcome | null, by: 1 | -1): BatchEntry['tally'] {
  return outcome === null ? tally : { ...tally, [outcome]: tally[outcome] + by };
}
