import { useQueryClient } from '@tanstack/react-query';
import { hasGateway } from '@/api/surfaces/has-gateway';
import { unstartedCells, type BatchEntry } from '@/domains/batches/batch-entry';
import { removeBatch } from '@/domains/batches/batches';
import { useBatchView } from '@/domains/batches/batches-store';
import { lostCells } from '@/domains/batches/removal';
import { t } from '@/lib/i18n/messages';
import { messageOf } from '@/lib/message-of';
import { runAction } from '@/shared/feedback/action';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';
import { cancelCells } from './cancel-cells';
import { tryAction } from './request-action';

interface DeleteDialogProps {
  batch: BatchEntry;
  onDeleted: (() => void) | undefined;
  onClose: () => void;
}

export function DeleteDialog({ batch, onDeleted, onClose }: DeleteDialogProps) {
  const remove = async () => {
    onClose();
    const { ok } = await runAction({
      run: () => removeBatch(batch.id),
      failed: (error) => ({ title: t('The batch was not deleted'), description: messageOf(error, t('Try again.')) }),
    });
    if (ok) onDeleted?.();
  };
  const lost = lostCells(batch);
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={t('Delete {title}?', { title: batch.title })}
      description={[
        hasGateway()
          ? t('Deletes the batch, its plan and its grid from all your browsers. Jobs, outputs and stars are kept.')
          : t('Deletes the batch, its plan and its grid from this browser. Jobs, outputs and stars are kept.'),
        lost > 0
          ? t(
              '{count, plural, one {# job on a removed server may still run and cost money. Flowdeck can no longer read or cancel it.} other {# jobs on a removed server may still run and cost money. Flowdeck can no longer read or cancel them.}}',
              { count: lost },
            )
          : null,
      ]
        .filter(Boolean)
        .join(' ')}
      actions={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button tone="danger" onClick={() => void remove()}>
            {t('Delete batch')}
          </Button>
        </>
      }
    />
  );
}

/** Says what stopping means for the jobs that were sent and for the cells that were not. */
export function StopDialog({ batch, onClose }: { batch: BatchEntry; onClose: () => void }) {
  const client = useQueryClient();
  const stop = () => {
    onClose();
    return tryAction(batch.id, { kind: 'user_stop' });
  };
  const stopAndCancel = async () => {
    if (!(await stop())) return;
    // Not as of the dialog: cells that wait for an answer may have become jobs since.
    await cancelCells(client, useBatchView.getState().entries[batch.id]?.inFlight ?? []);
  };
  const unstarted = Math.max(0, unstartedCells(batch));
  const jobs = batch.inFlight.filter(({ jobId }) => jobId !== null).length;
  const unsent = batch.inFlight.length - jobs;
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={t('Stop this batch?')}
      description={[
        unstarted > 0
          ? t('{count, plural, one {# cell will never be sent.} other {# cells will never be sent.}}', {
              count: unstarted,
            })
          : null,
        unsent > 0
          ? t(
              '{count, plural, one {# cell that the server has not accepted yet will be canceled if possible.} other {# cells that the server has not accepted yet will be canceled if possible.}}',
              { count: unsent },
            )
          : null,
        jobs > 0
          ? t(
              '{count, plural, one {# unfinished job continues and may cost money, unless you cancel it too.} other {# unfinished jobs continue and may cost money, unless you cancel them too.}}',
              { count: jobs },
            )
          : null,
        t('Results are kept. To send the rest later, pause the batch instead: a stopped batch cannot be resumed.'),
      ]
        .filter(Boolean)
        .join(' ')}
      actions={
        <>
          <Button onClick={onClose}>{t('Go back')}</Button>
          <Button tone={jobs > 0 ? 'plain' : 'danger'} onClick={() => void stop()}>
            {t('Stop batch')}
          </Button>
          {jobs > 0 ? (
            <Button tone="danger" onClick={() => void stopAndCancel()}>
              {t('Stop and cancel {count, plural, one {# job} other {# jobs}}', { count: jobs })}
            </Button>
          ) : null}
        </>
      }
    />
  );
}
