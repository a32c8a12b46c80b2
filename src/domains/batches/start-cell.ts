import type { BatchEntry } from './batch-entry';
import { UnusableCellError, type CellPorts } from './cell-ports';
import { recordCell } from './record-cell';

/**
 * Stores the submission of the cell that the batch is starting, unless the outbox or the cell's record has it. Returns false if
 * there was no space for it.
 */
export async function startCell(batch: BatchEntry, ports: CellPorts, now: number): Promise<boolean> {
  const { state } = batch;
  const cell = state.name === 'starting' ? batch.inFlight.find(({ entryId }) => entryId === state.entryId) : undefined;
  if (!cell) return true;
  try {
    if (await ports.readSubmission(cell.entryId)) return true;
    const record = await ports.cells.read(batch.id, cell.cell);
    if (record && record.attempt >= cell.attempt) return true;
    try {
      await ports.submit(batch, cell);
    } catch (error) {
      if (!(error instanceof UnusableCellError)) throw error;
      await recordCell(ports, batch, cell, { outcome: 'refused', message: error.message, finishedAt: now });
    }
    return true;
  } catch {
    return false;
  }
}
