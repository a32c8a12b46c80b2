import type { BatchCell } from '@/domains/batches/batch-cell';

export const OUTCOMES: Readonly<Record<BatchCell['outcome'], string>> = {
  sending: 'sending',
  running: 'running',
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'canceled',
  refused: 'rejected by the server',
  unsettled: 'unconfirmed',
};

/** Returns why a cell cannot run again; `null` if it can: in its place, or in a new batch if it has succeeded. */
export function rerunReason(record: BatchCell | null): string | null {
  return record === null || record.finishedAt === null ? 'It has not finished yet.' : null;
}
