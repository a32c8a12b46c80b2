import { unstartedCells, type BatchEntry } from '@/domains/batches/batch-entry';
import { formatCount } from '@/lib/format';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';
import { requestAction } from '../request-action';

/** Says what stopping means for the jobs that were sent and for the cells that were not. */
export function StopDialog({ batch, onClose }: { batch: BatchEntry; onClose: () => void }) {
  const stop = () => {
    requestAction(batch.id, { kind: 'user_stop' });
    onClose();
  };
  const unstarted = Math.max(0, unstartedCells(batch));
  const jobs = batch.inFlight.filter(({ jobId }) => jobId !== null).length;
  const unsent = batch.inFlight.length - jobs;
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Stop this batch?"
      description={[
        unstarted > 0 ? `${formatCount(unstarted, 'cell')} will never be sent.` : null,
        unsent > 0
          ? `${formatCount(unsent, 'cell')} that the server has not accepted yet will be canceled if possible.`
          : null,
        jobs > 0
          ? `${formatCount(jobs, 'job in flight continues', 'jobs in flight continue')} and may cost money; cancel them on their pages.`
          : null,
        'Results are kept. To send the rest later, pause the batch instead: a stopped batch cannot be resumed.',
      ]
        .filter(Boolean)
        .join(' ')}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="danger" onClick={stop}>
            Stop batch
          </Button>
        </>
      }
    />
  );
}
