import { useQueryClient } from '@tanstack/react-query';
import { unstartedCells, type BatchEntry } from '@/domains/batches/batch-entry';
import { useBatchView } from '@/domains/batches/batches-store';
import { formatCount } from '@/lib/format';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';
import { tryAction } from '../request-action';
import { cancelCells } from './cancel-cells';

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
      title="Stop this batch?"
      description={[
        unstarted > 0 ? `${formatCount(unstarted, 'cell')} will never be sent.` : null,
        unsent > 0
          ? `${formatCount(unsent, 'cell')} that the server has not accepted yet will be canceled if possible.`
          : null,
        jobs > 0
          ? `${formatCount(jobs, 'job in flight continues', 'jobs in flight continue')} and may cost money, unless you cancel ${jobs === 1 ? 'it' : 'them'} too.`
          : null,
        'Results are kept. To send the rest later, pause the batch instead: a stopped batch cannot be resumed.',
      ]
        .filter(Boolean)
        .join(' ')}
      actions={
        <>
          <Button onClick={onClose}>Go back</Button>
          <Button tone={jobs > 0 ? 'plain' : 'danger'} onClick={() => void stop()}>
            Stop batch
          </Button>
          {jobs > 0 ? (
            <Button tone="danger" onClick={() => void stopAndCancel()}>
              Stop and cancel {formatCount(jobs, 'job')}
            </Button>
          ) : null}
        </>
      }
    />
  );
}
