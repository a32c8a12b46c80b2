import { findSurface } from '@/api/surface';
import { nextCell, type BatchEntry } from './batch-entry';
import { batchMachine } from './batch-machine';

/** Returns why a batch cannot be deleted now; `null` if it can. Jobs on removed servers are no reason to wait. */
export function removalObstacle(batch: BatchEntry): string | null {
  if (!batchMachine.isActive(batch)) return null;
  if (batch.elsewhere) return Date.now() - batch.elsewhere.seenAt < GIVEN_UP_MS ? STOP_THERE : null;
  const { inFlight, isPaused, surfaceIds } = batch;
  if (batch.state.name === 'starting') return WAIT;
  const startsMore = !isPaused && nextCell(batch) !== null && surfaceIds.some((id) => findSurface(id) !== null);
  return !startsMore && lostCells(batch) === inFlight.length ? null : WAIT;
}

/** The browser that runs a batch reports it at least every five minutes (`syncBatches`), unless its computer sleeps. */
const GIVEN_UP_MS = 60 * 60_000;

const STOP_THERE = 'Stop it in the browser that runs it first.';
const WAIT = 'Stop the batch and wait for its jobs first.';

/** Returns the number of cells in flight whose server was removed: their outcome stays unknown. */
export function lostCells({ inFlight }: BatchEntry): number {
  return inFlight.filter(({ surfaceId }) => findSurface(surfaceId) === null).length;
}
