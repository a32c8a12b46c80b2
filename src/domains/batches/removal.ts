import { findSurface } from '@/api/surface';
import { msg, t } from '@/lib/i18n/messages';
import { nextCell, type BatchEntry } from './batch-entry';
import { batchMachine } from './batch-machine';

/** Returns why a batch cannot be deleted now; `null` if it can. Jobs on removed servers are no reason to wait. */
export function removalObstacle(batch: BatchEntry): string | null {
  if (!batchMachine.isActive(batch)) return null;
  if (batch.elsewhere) return Date.now() - batch.elsewhere.seenAt < GIVEN_UP_MS ? t(STOP_THERE) : null;
  const { inFlight, isPaused, surfaceIds } = batch;
  if (batch.state.name === 'starting') return t(WAIT);
  const startsMore = !isPaused && nextCell(batch) !== null && surfaceIds.some((id) => findSurface(id) !== null);
  return !startsMore && lostCells(batch) === inFlight.length ? null : t(WAIT);
}

/** The browser that runs a batch reports it at least every five minutes (`syncBatches`), unless its computer sleeps. */
const GIVEN_UP_MS = 60 * 60_000;

const STOP_THERE = msg('Stop it in the browser that runs it first.');
const WAIT = msg('Stop the batch and wait for its jobs first.');

/** Returns the number of cells in flight whose server was removed: their outcome stays unknown. */
export function lostCells({ inFlight }: BatchEntry): number {
  return inFlight.filter(({ surfaceId }) => findSurface(surfaceId) === null).length;
}
