import type { BatchCell } from '@/domains/batches/batch-cell';

const OUTCOMES: Readonly<Record<BatchCell['outcome'], string>> = {
  sending: 'sending',
  running: 'running',
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'canceled',
  refused: 'rejected',
  unsettled: 'unconfirmed',
};

/** State of a cell in words. What is in flight on a removed server is not known. */
export function cellState(record: BatchCell, isServerRemoved: boolean): string {
  return isServerRemoved && record.finishedAt === null ? SERVER_REMOVED : OUTCOMES[record.outcome];
}

export const SERVER_REMOVED = 'server removed';

/** Returns true if Flowdeck cannot find out how a cell ends, so that the user may decide. */
export function canMark(record: BatchCell | null, isServerRemoved: boolean): boolean {
  return record !== null && (record.outcome === 'unsettled' || (isServerRemoved && record.finishedAt === null));
}

/** Returns why a cell cannot run again; `null` if it can: in its place, or in a new batch if it has succeeded. */
export function rerunReason(record: BatchCell | null): string | null {
  return record === null || record.finishedAt === null ? 'It has not finished yet.' : null;
}
