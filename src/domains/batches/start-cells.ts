import type { BatchEntry, CellInFlight } from './batch-entry';
import type { CellPorts } from './cell-ports';
import { toRecord } from './cell-record';

interface Unstarted {
  /** Ids of the submissions that were not stored, for lack of space or since their server was removed. */
  unstored: readonly string[];
  removedServers: readonly string[];
}

/** Stores the submissions of the cells that the batch is starting, unless the outbox or their records have them. */
export async function startCells(batch: BatchEntry, ports: CellPorts, now: number): Promise<Unstarted> {
  const { state } = batch;
  if (state.name !== 'starting') return unstarted([]);
  const cells = batch.inFlight.filter(({ entryId }) => state.entryIds.includes(entryId));
  let unstored = cells;
  try {
    // The id of a planned cell was stored as used together with its place in flight, so nothing can have it.
    const isRepeated = ({ entryId }: CellInFlight) => state.repeatedIds.includes(entryId);
    const areKnown = await Promise.all(cells.map(async (cell) => isRepeated(cell) && isKnown(batch, cell, ports)));
    unstored = cells.filter((_cell, index) => !areKnown[index]);
    if (unstored.length === 0) return unstarted([]);
    const unusable = await ports.submit(batch, unstored);
    unstored = unusable.map(({ cell }) => cell);
    const refused = unusable.flatMap((each) => (each.isServerRemoved ? [] : [each]));
    if (refused.length > 0) {
      await ports.cells.write(
        refused.map(({ cell, message }) => toRecord(batch, cell, { outcome: 'refused', message, finishedAt: now })),
      );
    }
    const removed = unusable.flatMap(({ cell, isServerRemoved }) => (isServerRemoved ? [cell] : []));
    return unstarted(removed, new Set(removed.map(({ surfaceId }) => surfaceId)));
  } catch {
    return unstarted(unstored);
  }
}

function unstarted(cells: readonly CellInFlight[], removedServers: ReadonlySet<string> = new Set()): Unstarted {
  return { unstored: cells.map(({ entryId }) => entryId), removedServers: [...removedServers] };
}

async function isKnown(
  batch: BatchEntry,
  { entryId, cell, attempt }: CellInFlight,
  ports: CellPorts,
): Promise<boolean> {
  const [submission, record] = await Promise.all([ports.readSubmission(entryId), ports.cells.read(batch.id, cell)]);
  return submission !== null || (record !== null && record.attempt >= attempt);
}
