import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { openBatchCells } from '@/domains/batches/batches';
import { reportEndedBatch } from '@/domains/gateway/webhook';
import { useBatchView } from '@/domains/batches/batches-store';
import { findSurface } from '@/api/surface';
import { lastFailure } from '@/features/batches/batch-state';
import { requestAction } from '@/features/batches/request-action';
import { t } from '@/lib/i18n/messages';
import { dismissToast, showToast } from '@/shared/feedback/toasts';
import { useShellSurface } from '@/shared/servers/use-current-surface';
import { endedBatch, findNotice, isCurrent, noticeText, type BatchNotice } from './batch-notice';
import { createNoticeClaims } from './notice-claims';
import { noticeSoundSetting, useAreNoticesOn } from './notice-setting';
import { playEnd } from './notification-sound';
import { showNotification } from './show-notification';
import { isAnyTabVisible, shareVisibility } from './tab-visibility';

let claimNotice: ReturnType<typeof createNoticeClaims> | null = null;

/** Announces batches that finish or pause on their own: a toast in the first visible tab, and one desktop notification. */
export function BatchNotices() {
  const router = useRouter();
  const shown = useShellSurface();
  const areOn = useAreNoticesOn();
  // Subscribes to tab visibility.
  useEffect(() => (areOn ? shareVisibility() : undefined), [areOn]);
  // Subscribes to the batches of all tabs.
  useEffect(() => {
    claimNotice ??= createNoticeClaims();
    const claim = claimNotice;
    const open = ({ batch: { id, surfaceId } }: BatchNotice) =>
      void router.navigate({
        to: '/$surface/batches/$batchId',
        params: { surface: findSurface(surfaceId)?.id ?? shown.id, batchId: id },
      });
    const notify = async (notice: BatchNotice) => {
      const { key, kind, batch } = notice;
      if (kind === 'ended' && (await claim(`webhook.${key}`))) void reportEndedBatch(endedBatch(batch));
      if (kind === 'paused') await openBatchCells(batch.id);
      const text = noticeText(notice, lastFailure(useBatchView.getState().cells[batch.id] ?? []));
      if (areOn && !(await isAnyTabVisible()) && (await claim(`desktop.${key}`))) {
        showNotification({ tag: `batch.${batch.id}`, ...text }, () => open(notice));
        if (noticeSoundSetting.get()) playEnd(text.isBad);
      }
      await untilVisible();
      if (!isCurrentNow(notice) || !(await claim(`toast.${key}`))) return;
      // The page of the batch shows the same.
      if (router.state.location.pathname.endsWith(`/batches/${batch.id}`)) return;
      const resume = { label: t('Resume'), onSelect: () => requestAction(batch.id, { kind: 'user_resume' }) };
      const toastId = showToast({
        tone: text.tone,
        title: text.title,
        description: text.body,
        action: { label: t('Open batch'), onSelect: () => open(notice) },
        ...(kind === 'paused' ? { choices: [resume], stays: true } : {}),
      });
      const unsubscribe = useBatchView.subscribe(() => {
        if (isCurrentNow(notice)) return;
        dismissToast(toastId);
        unsubscribe();
      });
    };
    return useBatchView.subscribe(({ entries }, before) => {
      if (entries === before.entries) return;
      for (const batch of Object.values(entries)) {
        const known = before.entries[batch.id];
        // The browser that runs a batch announces it.
        const notice = known === batch || batch.elsewhere ? null : findNotice(known, batch);
        if (notice) void notify(notice);
      }
    });
  }, [router, shown.id, areOn]);
  return null;
}

function isCurrentNow(notice: BatchNotice): boolean {
  return isCurrent(notice, useBatchView.getState().entries[notice.batch.id]);
}

function untilVisible(): Promise<void> {
  if (!document.hidden) return Promise.resolve();
  return new Promise((resolve) => {
    const onChange = () => {
      if (document.hidden) return;
      document.removeEventListener('visibilitychange', onChange);
      resolve();
    };
    document.addEventListener('visibilitychange', onChange);
  });
}
