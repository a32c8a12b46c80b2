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

/** Returns why a cell cannot run again; `null` if it can. */
export function rerunReason(record: BatchCell | null): string | null {
  if (record === null || record.finishedAt === null) return 'It has not finished yet.';
  return record.outcome === 'succeeded' ? 'It has succeeded. “Run again with…” opens it as a draft.' : null;
}
