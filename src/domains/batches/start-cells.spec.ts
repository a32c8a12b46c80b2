import { expect, it } from 'vitest';
import type { CellInFlight } from './batch-entry';
import { startCells } from './batch-runner';
import { CellWorld } from './testing/cell-world';
import { makeBatch } from './testing/make-batch';

function started(cell: number): CellInFlight {
  const place = { surfaceId: 'local', entryId: `batch.${cell}.1`, jobId: null, startedAt: 0, isWithdrawn: false };
  return { cell, attempt: 1, retryOf: null, ...place };
}

it('asks the outbox only for cells that were started before, and starts those that it does not have', async () => {
  const world = new CellWorld();
  const read: string[] = [];
  const ports = {
    ...world.ports,
    readSubmission: async (entryId: string) => {
      read.push(entryId);
      return entryId === 'batch.1.1' ? { state: { name: 'canceled' as const }, isDismissed: false } : null;
    },
  };
  const inFlight = [0, 1, 2].map(started);
  const entryIds = inFlight.map(({ entryId }) => entryId);
  const batch = makeBatch({ inFlight, state: { name: 'starting', entryIds, repeatedIds: ['batch.0.1', 'batch.1.1'] } });
  await startCells(batch, ports, 0);
  expect(read).toEqual(['batch.0.1', 'batch.1.1']);
  expect([...world.submissions.keys()]).toEqual(['batch.0.1', 'batch.2.1']);
});
