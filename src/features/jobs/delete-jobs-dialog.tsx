import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isTerminal } from '@contract/jobs/lifecycle';
import type { ListedJob } from '@contract/jobs/schemas';
import type { Surface } from '@/api/surface';
import { formatCount } from '@/lib/format';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Switch } from '@/ui/switch';
import { deleteWithUndo } from './delete-jobs';
import { jobTitle } from './job-title';

interface DeleteJobsDialogProps {
  surface: Surface;
  jobs: readonly ListedJob[];
  onDeleted?: () => void;
  onClose: () => void;
}

/** Deletes finished jobs, with their outputs or without. */
export function DeleteJobsDialog({ surface, jobs, onDeleted, onClose }: DeleteJobsDialogProps) {
  const client = useQueryClient();
  const [keepsOutputs, setKeepsOutputs] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const finished = jobs.filter(({ status }) => isTerminal(status));
  const unfinished = jobs.length - finished.length;
  const [first] = finished;
  const confirm = async () => {
    setBusy(true);
    const ids = finished.map(({ id }) => id);
    const isDone = await deleteWithUndo(client, surface, ids, keepsOutputs);
    onClose();
    if (isDone) onDeleted?.();
  };
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={jobs.length === 1 && first ? `Delete ${jobTitle(first)}?` : `Delete ${formatCount(jobs.length, 'job')}?`}
      description="Can be restored for an hour."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            tone="danger"
            isBusy={isBusy}
            disabledReason={finished.length === 0 ? 'Only finished jobs can be deleted.' : null}
            onClick={() => void confirm()}
          >
            Delete {formatCount(finished.length, 'job')}
          </Button>
        </>
      }
    >
      <div className="flex items-center gap-3">
        <label htmlFor="keep-outputs" className="flex-1">
          Keep the output files in Assets
        </label>
        <Switch id="keep-outputs" checked={keepsOutputs} onCheckedChange={setKeepsOutputs} />
      </div>
      {unfinished > 0 ? (
        <p className="mt-2 text-warn">{formatCount(unfinished, 'job')} not finished: skipped. Cancel first.</p>
      ) : null}
    </Dialog>
  );
}
