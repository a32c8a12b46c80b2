import type { Machine, NextAction } from '../journal/machine';
import type { BatchCell } from './batch-cell';
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
 * The rules of a batch (decision 086). One tab owns it, so the limit is exact across all tabs. Pure; `batch-runner.ts` performs the
 * effects: `start` stores the submissions of some cells in the outbox, and `watch` reads submissions and jobs until one has changed.
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
  /** The server did not take the submission at once. */
  | { kind: 'delayed' }
);

export type BatchEvent =
  | { kind: 'start' }
  | { kind: 'not_written' }
  /** `unstored`: ids of the submissions that the outbox does not have, for lack of space or since their server was removed. */
  | { kind: 'started'; unstored: readonly string[]; removedServers?: readonly string[] }
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
  /** Gives a cell in flight, or one whose outcome is unknown, the outcome that the user has chosen. */
  | { kind: 'user_settle'; cell: SettledCell; as: CellOutcome }
  | { kind: 'user_limit'; limit: number }
  /** Stops the batch, and gives up its cells in flight on these servers: their outcome stays unknown. */
  | { kind: 'user_abandon'; surfaceIds: readonly string[] };

/** The record of the cell as the user saw it. */
export type SettledCell = Pick<BatchCell, 'cell' | 'attempt' | 'surfaceId' | 'entryId' | 'jobId' | 'outcome'>;

export type BatchEffect = 'start' | 'watch';

const PAUSE_MS = 3000;
/** Submissions on a server that takes them at once: confirming each takes several times as long as a short job. */
const MAX_UNCONFIRMED = 8;
/** A batch pauses itself after this many failed jobs in a row, since each may cost money. */
const MAX_FAILURES_IN_ROW = 5;

export const batchMachine: Machine<BatchEntry, BatchEvent, BatchEffect> = {
  effects: {
    start: { inState: 'starting', isReadOnly: false },
    watch: { inState: 'watching', isReadOnly: true },
  },
  nextAction,
  isVolatile,
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

/**
 * Only `starting` protects anything: a later page asks the outbox and the records in every state. What a watch has found is stored
 * together with the cells that start because of it.
 */
function isVolatile(before: BatchEntry, after: BatchEntry, now: number): boolean {
  if (after.state.name === 'starting') return false;
  return isSame({ ...before, state: after.state }, after) || nextAction(after, now).do === 'start';
}

function isSame(left: BatchEntry, right: BatchEntry): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

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
 * Returns the server with the fewest cells in flight; `null` if none may get another submission now. The first one must be a job
 * before several are sent, and after a full queue or a lost response the count goes back to one.
 */
function chooseServer({ surfaceIds, inFlight, openServers = [], removedServers = [] }: BatchEntry): string | null {
  let chosen: string | null = null;
  let fewest = Infinity;
  for (const surfaceId of surfaceIds) {
    if (removedServers.includes(surfaceId)) continue;
    const cells = inFlight.filter((cell) => cell.surfaceId === surfaceId);
    const unconfirmed = cells.filter(({ jobId }) => jobId === null).length;
    const room = openServers.includes(surfaceId) ? MAX_UNCONFIRMED : 1;
    if (cells.length >= fewest || unconfirmed >= room) continue;
    chosen = surfaceId;
    fewest = cells.length;
  }
  return chosen;
}

function openServer(batch: BatchEntry, surfaceId: string): BatchEntry {
  const { openServers = [] } = batch;
  return openServers.includes(surfaceId) ? batch : { ...batch, openServers: [...openServers, surfaceId] };
}

function closeServer(batch: BatchEntry, surfaceId: string): BatchEntry {
  const { openServers = [] } = batch;
  if (!openServers.includes(surfaceId)) return batch;
  return { ...batch, openServers: openServers.filter((id) => id !== surfaceId) };
}

function step(batch: BatchEntry, event: BatchEvent, now: number): BatchEntry {
  const { state } = batch;
  switch (event.kind) {
    case 'start':
      return nextAction(batch, now).do === 'start' ? startAll(batch, now) : batch;
    case 'not_written':
      return { ...batch, state: { name: 'ready', until: now + PAUSE_MS } };
    case 'started':
      return state.name === 'starting' ? afterStart(batch, event, now) : batch;
    case 'watch':
      return nextAction(batch, now).do === 'watch' ? { ...batch, state: { name: 'watching' } } : batch;
    case 'watched':
      return state.name === 'watching' ? afterWatch(batch, event.news, now) : batch;
    case 'resume':
      return afterResume(batch, now);
    case 'user_pause':
      return batch.isPaused || !hasUnsentCells(batch) ? batch : pause(batch, 'user');
    case 'user_resume':
      return batch.isPaused ? resume(batch) : batch;
    case 'user_stop':
      return isFinishedBatch(batch) ? batch : stop(batch);
    case 'user_retry':
      return retry(batch, event.cells);
    case 'user_settle':
      return settle(batch, event.cell, event.as, now);
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
  // A removed server may have been added again.
  const resumed = { ...batch, isPaused: false, pauseReason: null, failuresInRow: 0, removedServers: [] };
  return isCapReached(batch) ? { ...resumed, startedSinceCap: 0 } : resumed;
}

/** Returns a valid limit of cells in flight. */
export function toLimit(limit: number): number {
  return Math.min(MAX_LIMIT, Math.max(1, Math.floor(limit) || 1));
}

/** Starts as many cells as may start now, so that all of them are stored with one write. */
function startAll(batch: BatchEntry, now: number): BatchEntry {
  let started = batch;
  while (canStart(started)) started = startNext(started, now);
  const entryIds = started.inFlight.slice(batch.inFlight.length).map(({ entryId }) => entryId);
  // `nextCell` takes these first.
  const repeatedIds = entryIds.slice(0, batch.retries.length);
  return { ...started, state: { name: 'starting', entryIds, repeatedIds } };
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

function afterStart(
  batch: BatchEntry,
  { unstored, removedServers = [] }: Extract<BatchEvent, { kind: 'started' }>,
  now: number,
): BatchEntry {
  if (unstored.length === 0) return { ...batch, state: { name: 'ready', until: now } };
  // The last one first, so that they start in their order again.
  const rest = unstored.toReversed().reduce(putBack, batch);
  if (removedServers.length === 0) return { ...rest, state: { name: 'ready', until: now + PAUSE_MS } };
  const removed = [...new Set([...(batch.removedServers ?? []), ...removedServers])];
  const without: BatchEntry = { ...rest, removedServers: removed, state: { name: 'ready', until: now } };
  return without.isPaused || batch.surfaceIds.some((id) => !removed.includes(id)) ? without : pause(without, 'removed');
}

/** What happened at the servers since the page closed is unknown. */
function afterResume(batch: BatchEntry, now: number): BatchEntry {
  const { state, openServers = [], removedServers = [] } = batch;
  if (state.name === 'ready' && openServers.length + removedServers.length === 0) return batch;
  return {
    ...batch,
    openServers: [],
    removedServers: [],
    state: state.name === 'ready' ? state : { name: 'ready', until: now },
  };
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
    case 'submitted':
      return submitted(batch, cell, news.jobId);
    case 'finished':
      return finish(cell.jobId === null ? closeServer(batch, cell.surfaceId) : batch, cell, news.outcome);
    case 'missing':
    case 'held':
      return putBack(batch, cell.entryId);
    case 'delayed':
      return closeServer(withCell(batch, cell, { ...cell, isDelayed: true }), cell.surfaceId);
  }
}

function submitted(batch: BatchEntry, cell: CellInFlight, jobId: string): BatchEntry {
  const { isDelayed, settledAs: _settledAs, ...rest } = cell;
  const after = withCell(batch, cell, { ...rest, jobId, isWithdrawn: false, isHeld: false });
  const isOpen = !isDelayed && after.inFlight.every((other) => other.surfaceId !== cell.surfaceId || !other.isDelayed);
  return isOpen ? openServer(after, cell.surfaceId) : after;
}

function finish(batch: BatchEntry, cell: CellInFlight, outcome: CellOutcome): BatchEntry {
  const failuresInRow =
    outcome === 'failed' ? batch.failuresInRow + 1 : outcome === 'succeeded' ? 0 : batch.failuresInRow;
  const finished = { ...withoutCell(batch, cell), tally: counted(batch.tally, outcome, 1), failuresInRow };
  if (finished.isPaused || cell.settledAs !== undefined || nextCell(finished) === null) return finished;
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
  const { cell, attempt, retryOf, isWithdrawn, isHeld, surfaceId } = found;
  const without = closeServer(countToCap(withoutCell(batch, found), -1), surfaceId);
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

/** The watch records the outcome before it counts, as that of any other cell. A finished cell is in flight again until then. */
function settle(batch: BatchEntry, settled: SettledCell, as: CellOutcome, now: number): BatchEntry {
  const { cell, attempt, surfaceId, entryId, jobId, outcome } = settled;
  const found = batch.inFlight.find((other) => other.entryId === entryId);
  if (found) return withCell(batch, found, { ...found, settledAs: as });
  const isBusy = [...batch.retries, ...batch.inFlight].some((other) => other.cell === cell);
  if (outcome !== 'unsettled' || isBusy || batch.tally.unsettled === 0) return batch;
  const place = { cell, attempt, retryOf: null, surfaceId, entryId, jobId, startedAt: now, isWithdrawn: false };
  return {
    ...batch,
    inFlight: [...batch.inFlight, { ...place, settledAs: as }],
    tally: counted(batch.tally, 'unsettled', -1),
  };
}

function withCell(batch: BatchEntry, cell: CellInFlight, changed: CellInFlight): BatchEntry {
  return { ...batch, inFlight: batch.inFlight.map((other) => (other === cell ? changed : other)) };
}

function withoutCell(batch: BatchEntry, cell: CellInFlight): BatchEntry {
  return { ...batch, inFlight: batch.inFlight.filter((other) => other !== cell) };
}

function counted(tally: BatchEntry['tally'], outcome: CellOutcome | null, by: 1 | -1): BatchEntry['tally'] {
  return outcome === null ? tally : { ...tally, [outcome]: tally[outcome] + by };
}
