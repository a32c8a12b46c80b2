import type { EndedBatch } from '@contract/console/webhook-changes';
import type { BatchEntry } from '@/domains/batches/batch-entry';
import { batchStatusText } from '@/features/batches/batch-chip';
import { batchCounts, batchStatus, countsText, isPlannedPause, pauseText } from '@/features/batches/batch-state';

/** A batch that ended, or that paused itself. */
export interface BatchNotice {
  /** The same in all tabs. */
  key: string;
  kind: 'ended' | 'paused';
  batch: BatchEntry;
}

/** Returns the notice of a change of a batch; `null` if it needs none, such as a change by the user. Pure. */
export function findNotice(before: BatchEntry | undefined, batch: BatchEntry): BatchNotice | null {
  if (!before) return null;
  const { id, isPaused, isStopped, pauseReason, pausedAt, finishedAt } = batch;
  if (before.finishedAt === null && finishedAt !== null) {
    // Stopping a batch without jobs in flight ends it at once.
    return isStopped && !before.isStopped ? null : { key: `${id}.ended.${finishedAt}`, kind: 'ended', batch };
  }
  if (!isPaused || before.isPaused || pauseReason === 'user') return null;
  return { key: `${id}.paused.${pausedAt}`, kind: 'paused', batch };
}

const MAX_TITLE = 200;

/** What the gateway is told of a batch that ended, for its webhook. */
export function endedBatch(batch: BatchEntry): EndedBatch {
  const { succeeded, failed, canceled, unsettled } = batchCounts(batch);
  return {
    id: batch.id,
    title: batch.title.slice(0, MAX_TITLE),
    status: batchStatus(batch) === 'stopped' ? 'stopped' : 'finished',
    ended_at: batch.finishedAt ?? Date.now(),
    jobs: { succeeded, failed, canceled, unknown: unsettled },
  };
}

/** Returns false if the batch has changed since, so that the notice is no longer true. */
export function isCurrent({ kind, batch }: BatchNotice, now: BatchEntry | undefined): boolean {
  return kind === 'ended' ? now?.finishedAt === batch.finishedAt : now?.pausedAt === batch.pausedAt;
}

export interface BatchNoticeText {
  title: string;
  body: string;
  isBad: boolean;
  tone: 'ok' | 'warn' | 'neutral';
}

/** @param lastMessage of the last failed cell */
export function noticeText({ kind, batch }: BatchNotice, lastMessage: string | null): BatchNoticeText {
  const title = `${batch.title}: ${batchStatusText(batch)}`;
  if (kind === 'paused') {
    const isPlanned = isPlannedPause(batch);
    return {
      title,
      body: pauseText(batch, lastMessage) ?? '',
      isBad: !isPlanned,
      tone: isPlanned ? 'neutral' : 'warn',
    };
  }
  const { failed, unsettled } = batchCounts(batch);
  const isBad = failed + unsettled > 0;
  return { title, body: countsText(batch), isBad, tone: isBad ? 'warn' : 'ok' };
}
