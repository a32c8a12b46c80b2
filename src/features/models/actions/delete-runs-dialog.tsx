import type { RunRecord } from '@/domains/model-calls/run-record';
import { removeRuns } from '@/domains/model-calls/runs';
import { formatCount } from '@/lib/format';
import { useAction } from '@/shared/feedback/use-action';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';

interface DeleteRunsDialogProps {
  runs: readonly RunRecord[];
  onClose: () => void;
  onDeleted: () => void;
}

/** Confirms the deletion of runs, since they are only stored in this browser. */
export function DeleteRunsDialog({ runs, onClose, onDeleted }: DeleteRunsDialogProps) {
  const remove = useAction({
    async run() {
      await removeRuns(runs.map(({ id }) => id));
      onDeleted();
    },
    failed: () => ({
      isOfPage: true,
      title: 'The runs could not be deleted',
      description: 'The browser could not delete them.',
    }),
  });
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={`Delete ${formatCount(runs.length, 'run')}?`}
      description="Deletes request and response from this browser. Saved files are kept."
      actions={
        <>
          <Button onClick={onClose}>Keep</Button>
          <Button tone="danger" isBusy={remove.isPending} onClick={() => void remove.run().then(onClose)}>
            Delete
          </Button>
        </>
      }
    />
  );
}
