import type { BatchCell } from '@/domains/batches/batch-cell';
import type { CellOutcome } from '@/domains/batches/batch-entry';
import { t } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';
import { requestAction } from '../request-action';
import { useServerRemoved } from '../use-server-removed';

interface MarkDialogProps {
  batchId: string;
  /** Values that distinguish the cell. */
  name: string;
  record: BatchCell | null;
  onClose: () => void;
}

/** The user decides how a cell ended that Flowdeck cannot read. Says what that does not change: the job and its cost. */
export function MarkDialog({ batchId, name, record, onClose }: MarkDialogProps) {
  const isServerRemoved = useServerRemoved(record);
  const mark = (as: CellOutcome) => {
    onClose();
    if (record) requestAction(batchId, { kind: 'user_settle', cell: record, as });
  };
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={t('Mark {name}?', { name })}
      description={[
        isServerRemoved
          ? t(
              'Flowdeck cannot read this cell, since its server was removed from the settings. Add the server again to read it.',
            )
          : t('Flowdeck does not know how this cell ended.'),
        record?.jobId
          ? t('What you choose is only noted in this batch: the job itself may still run and cost money.')
          : t(
              'What you choose is only noted in this batch: if the server has received the cell, it may run and cost money.',
            ),
        t('If you run the cell again afterwards, it may run and be charged twice.'),
      ].join(' ')}
      actions={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button onClick={() => mark('canceled')}>{t('Not run')}</Button>
          <Button onClick={() => mark('failed')}>{t('Failed')}</Button>
          <Button onClick={() => mark('succeeded')}>{t('Succeeded')}</Button>
        </>
      }
    />
  );
}
