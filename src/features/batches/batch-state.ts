import type { BatchCell } from '@/domains/batches/batch-cell';
import {
  hasUnsentCells,
  isFinishedBatch,
  unstartedCells,
  type BatchEntry,
  type PauseReason,
} from '@/domains/batches/batch-entry';
import { formatInteger } from '@/lib/format';
import { msg, t, type Message } from '@/lib/i18n/messages';
import { toSentence } from '@/lib/to-sentence';

/** What a batch does now, for its chip and its actions. Pure. */
export type BatchStatus = 'running' | 'paused' | 'stopped' | 'finished';

/** Numbers of cells; their sum is the size of the batch. */
export interface BatchCounts {
  succeeded: number;
  /** Failed or rejected. */
  failed: number;
  canceled: number;
  /** It is unknown whether they became jobs, or how these ended. */
  unsettled: number;
  inFlight: number;
  /** Not sent yet, or never sent if the batch is stopped. */
  left: number;
}

export function batchCounts(batch: BatchEntry): BatchCounts {
  const { succeeded, failed, canceled, refused, unsettled } = batch.tally;
  return {
    succeeded,
    failed: failed + refused,
    canceled,
    unsettled,
    inFlight: batch.inFlight.length,
    left: Math.max(0, unstartedCells(batch)),
  };
}

export function batchStatus(batch: BatchEntry): BatchStatus {
  // Retries of a stopped batch run like those of any other.
  if (hasUnsentCells(batch)) return batch.isPaused ? 'paused' : 'running';
  if (batch.isStopped && batch.next < batch.count) return 'stopped';
  return batch.inFlight.length > 0 ? 'running' : 'finished';
}

/** How a finished batch ended, for its chip. Pure. */
export type BatchResult = 'succeeded' | 'partly succeeded' | 'failed' | 'canceled' | 'unconfirmed';

export function batchResult(batch: BatchEntry): BatchResult {
  const { succeeded, failed, canceled, unsettled } = batchCounts(batch);
  if (failed + canceled + unsettled === 0) return 'succeeded';
  if (succeeded > 0) return 'partly succeeded';
  if (failed > 0) return 'failed';
  return canceled > 0 ? 'canceled' : 'unconfirmed';
}

/** Returns true if only another browser can continue, pause or stop the batch. */
export function runsElsewhere(batch: BatchEntry): boolean {
  return batch.elsewhere !== undefined && !isFinishedBatch(batch);
}

/** `120 of 200 succeeded · 3 failed · 4 sent` */
export function countsText(batch: BatchEntry): string {
  const { succeeded, failed, canceled, unsettled, inFlight, left } = batchCounts(batch);
  return [
    t('{done} of {count} succeeded', { done: formatInteger(succeeded), count: formatInteger(batch.count) }),
    failed > 0 ? t('{count} failed', { count: formatInteger(failed) }) : null,
    canceled > 0 ? t('{count} canceled', { count: formatInteger(canceled) }) : null,
    unsettled > 0 ? t('{count} unconfirmed', { count: formatInteger(unsettled) }) : null,
    inFlight > 0 ? t('{count} sent', { count: formatInteger(inFlight) }) : null,
    left > 0 && batchStatus(batch) === 'stopped' ? t('{count} never sent', { count: formatInteger(left) }) : null,
  ]
    .filter(Boolean)
    .join(' · ');
}

const PAUSE_REASONS: Readonly<Record<PauseReason, Message>> = {
  user: msg('Paused.'),
  refused: msg('Paused because the server rejected a cell.'),
  failures: msg('Paused after several failures in a row.'),
  cap: msg('Paused at the number of jobs that you set.'),
  removed: msg('Paused because its server was removed from the settings. Add it again, then resume.'),
};

/** Returns true if the batch is paused because the user wanted it to be: now, or at a number of jobs. */
export function isPlannedPause({ pauseReason }: BatchEntry): boolean {
  return pauseReason === 'user' || pauseReason === 'cap' || pauseReason === null;
}

/** Explains why the batch sends nothing; `null` while it does, or if it is over. */
export function pauseText(batch: BatchEntry, lastMessage: string | null): string | null {
  if (batchStatus(batch) !== 'paused') return null;
  const { pauseReason, cap } = batch;
  const jobs = batch.inFlight.filter(({ jobId }) => jobId !== null).length;
  return [
    t(PAUSE_REASONS[pauseReason ?? 'user']),
    !isPlannedPause(batch) && lastMessage ? toSentence(lastMessage) : null,
    pauseReason === 'cap' && cap !== undefined
      ? t('Nothing more is sent until you resume, then up to {count, plural, one {# job} other {# jobs}}.', {
          count: cap,
        })
      : t('Nothing more is sent until you resume.'),
    jobs > 0
      ? t('{count, plural, one {# unfinished job continues.} other {# unfinished jobs continue.}}', { count: jobs })
      : null,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Explains the cells in flight whose server was removed; `null` if there are none. */
export function lostText(lost: number): string | null {
  if (lost === 0) return null;
  return t(
    '{count, plural, one {# cell is on a server that was removed from the settings. It may still run and cost money. Add the server again to read it, or mark it in the menu of the cell.} other {# cells are on a server that was removed from the settings. They may still run and cost money. Add the server again to read them, or mark each in the menu of the cell.}}',
    { count: lost },
  );
}

/** Returns the cells that `Retry failed` runs again: those that a user canceled are not among them. */
export function failedCells(cells: readonly BatchCell[]): number[] {
  return cells.flatMap(({ cell, outcome }) => (outcome === 'failed' || outcome === 'refused' ? [cell] : []));
}

/** Returns the message of the last failed cell. */
export function lastFailure(cells: readonly BatchCell[]): string | null {
  return (
    cells
      .filter(({ outcome, message }) => message !== null && (outcome === 'failed' || outcome === 'refused'))
      .toSorted((left, right) => (left.finishedAt ?? 0) - (right.finishedAt ?? 0))
      .at(-1)?.message ?? null
  );
}

/** `cfg × 5, steps × 4` */
export function axesText(axes: BatchEntry['axes']): string {
  return axes.map(({ label, count }) => `${label} × ${formatInteger(count)}`).join(', ') || t('one run');
}
