import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isTerminal } from '@contract/jobs/lifecycle';
import { t } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';
import { Switch } from '@/ui/input/switch';
import { deleteWithUndo } from './delete-jobs';
import { jobTitle } from '../job/job-title';
import { withJobs, type ServerJobs } from '@/shared/servers/server-jobs';
import { ServerCounts, SkippedJobs } from './bulk-servers';
import { offerOf, skippedText } from '../actions/job-actions';
import { readJobFacts } from '../actions/job-facts';

interface DeleteJobsDialogProps {
  servers: readonly ServerJobs[];
  onDeleted?: () => void;
  onClose: () => void;
}

/** Deletes finished jobs on the servers that support it, with or without their outputs. */
export function DeleteJobsDialog({ servers, onDeleted, onClose }: DeleteJobsDialogProps) {
  const client = useQueryClient();
  const [keepsOutputs, setKeepsOutputs] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const { able, lacking, reason } = offerOf('delete', servers, readJobFacts(client, servers));
  const jobs = able.flatMap((server) => server.jobs);
  const requested = withJobs(able, ({ status }) => isTerminal(status));
  const finished = requested.flatMap((server) => server.jobs);
  const unfinished = jobs.length - finished.length;
  const [first] = finished;
  const confirm = async () => {
    setBusy(true);
    const notes = lacking.map((server) => skippedText('delete', server));
    const isDone = await deleteWithUndo(client, requested, keepsOutputs, notes);
    onClose();
    if (isDone) onDeleted?.();
  };
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={
        jobs.length === 1 && first
          ? t('Delete {title}?', { title: jobTitle(first) })
          : t('{count, plural, one {Delete # job?} other {Delete # jobs?}}', { count: jobs.length })
      }
      description={t('Can be restored for an hour.')}
      actions={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button tone="danger" isBusy={isBusy} disabledReason={reason} onClick={() => void confirm()}>
            {t('{count, plural, one {Delete # job} other {Delete # jobs}}', { count: finished.length })}
          </Button>
        </>
      }
    >
      <div className="flex items-center gap-3">
        <label htmlFor="keep-outputs" className="flex-1">
          {t('Keep the output files in the gallery')}
        </label>
        <Switch id="keep-outputs" checked={keepsOutputs} onCheckedChange={setKeepsOutputs} />
      </div>
      {unfinished > 0 ? (
        <p className="mt-2 text-warn">
          {t(
            '{count, plural, one {# job not finished: skipped. Cancel first.} other {# jobs not finished: skipped. Cancel first.}}',
            { count: unfinished },
          )}
        </p>
      ) : null}
      {servers.length > 1 ? <ServerCounts servers={requested} /> : null}
      <SkippedJobs action="delete" servers={lacking} />
    </Dialog>
  );
}
