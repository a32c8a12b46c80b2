import type { BatchCell } from '@/domains/batches/batch-cell';
import { msg, t, type Message } from '@/lib/i18n/messages';

const OUTCOMES: Readonly<Record<BatchCell['outcome'], Message>> = {
  sending: msg('sending'),
  // Its job may still be queued.
  running: msg('sent'),
  succeeded: msg('succeeded'),
  failed: msg('failed'),
  canceled: msg('canceled'),
  refused: msg('rejected'),
  unsettled: msg('unconfirmed'),
};

/** State of a cell in words. What is in flight on a removed server is not known. */
export function cellState(record: BatchCell, isServerRemoved: boolean): string {
  return isServerRemoved && record.finishedAt === null ? serverRemovedText() : outcomeText(record.outcome);
}

export function outcomeText(outcome: BatchCell['outcome']): string {
  return t(OUTCOMES[outcome]);
}

export function serverRemovedText(): string {
  return t('server removed');
}

/** Returns true if Flowdeck cannot find out how a cell ends, so that the user may decide. */
export function canMark(record: BatchCell | null, isServerRemoved: boolean): boolean {
  return record !== null && (record.outcome === 'unsettled' || (isServerRemoved && record.finishedAt === null));
}

/** Returns why a cell cannot run again; `null` if it can: in its place, or in a new batch if it has succeeded. */
export function rerunReason(record: BatchCell | null): string | null {
  return record === null || record.finishedAt === null ? t('It has not finished yet.') : null;
}
