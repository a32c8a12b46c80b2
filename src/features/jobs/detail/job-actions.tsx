import { Ban, Copy, Ellipsis, Link2, PencilLine, RotateCcw, Tag, TextCursorInput, Trash2 } from 'lucide-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { cancelDisabledReason, isTerminal, jobCan } from '@contract/jobs/lifecycle';
import type { Job } from '@contract/jobs/schemas';
import { isApiError } from '@/api/api-error';
import { canChangeJobs } from '@/domains/jobs/change-jobs';
import { useCancelJob } from '@/domains/jobs/cancel-job';
import type { Surface } from '@/api/surface';
import { copyText } from '@/shared/copy-text';
import { useRunOnItems } from '@/shared/run-on/use-run-on-items';
import type { CommandHandler } from '@/shared/commands/mounted-commands';
import { useCommands } from '@/shared/commands/use-commands';
import { showToast } from '@/shared/feedback/toasts';
import { Button } from '@/ui/button';
import { Menu, type MenuItem } from '@/ui/overlay/menu';
import { lateCancelTitle } from './outcome-message';
import { useStar } from '@/shared/annotations/use-star';
import { fetchSubmittableWorkflow } from '../actions/submit-again';
import { useQueueMoves } from '../actions/use-queue-moves';
import { useRunAgain } from '../actions/use-run-again';
import { BulkDialog } from '../bulk/bulk-dialog';
import { DeleteJobsDialog } from '../actions/delete-jobs-dialog';
import { RenameJobDialog } from '../actions/rename-job-dialog';
import { TagsDialog } from '../annotations/tags-dialog';

const NO_WORKFLOWS = 'This server does not return workflows.';

interface JobActionsProps {
  surface: Surface;
  title: string;
  job: Job;
  /** As displayed; may be newer than `job`. */
  status: string;
}

export function JobActions({ surface, title, job, status }: JobActionsProps) {
  const client = useQueryClient();
  const cancel = useCancelJob(surface);
  const { isPossible, isRunning, onRunAgain, onEdit } = useRunAgain(surface, job, title);
  const [isTagging, setTagging] = useState(false);
  const [isRenaming, setRenaming] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const navigate = useNavigate();
  const moves = useQueueMoves(surface, job, status);
  const isChangeable = canChangeJobs(surface);
  const ofPage = [{ surface, jobs: [job] }];
  const deleteReason = isTerminal(status) ? null : 'Only finished jobs can be deleted.';
  const [isCanceling, setCanceling] = useState(false);
  const { toggleStar } = useStar(surface, [job]);
  const runOnItems = useRunOnItems(surface, async () => {
    const workflow = await fetchSubmittableWorkflow(client, surface, job);
    if ('title' in workflow) throw new Error(`${workflow.title}. ${workflow.description}`);
    return { text: workflow.text, title, source: { jobId: job.id } };
  });
  const runReason = jobCan.runAgain(status) ? null : 'Unknown job status.';
  const onCancel = () =>
    cancel.mutate(job, {
      onSuccess: (after) => {
        const title = lateCancelTitle(after);
        if (title) showToast({ tone: 'neutral', title, description: 'The job had already finished.' });
      },
      onError: (error) =>
        showToast({
          tone: 'bad',
          isOfPage: true,
          title: 'Could not cancel the job',
          description: isApiError(error) ? error.message : 'The job is still running.',
        }),
    });

  const cancelReason = cancelDisabledReason(status);
  const showsCancel = !isTerminal(status);
  const onCopyId = () => void copyText(job.id, 'Job ID');
  const onCopyLink = () => void copyText(location.href, 'Link');
  useCommands({
    // A shortcut is more easily triggered by mistake than a button, so it opens the dialog.
    cancel: { run: () => setCanceling(true), disabledReason: cancelReason },
    'queue-front': moveCommand(moves?.front),
    'queue-back': moveCommand(moves?.back),
    rename: {
      run: () => setRenaming(true),
      disabledReason: isChangeable ? null : 'This server cannot rename jobs.',
    },
    delete: {
      run: () => setDeleting(true),
      disabledReason: isChangeable ? deleteReason : 'This server cannot delete jobs.',
    },
    star: { run: toggleStar },
    'run-again': { run: () => void onRunAgain(), disabledReason: isPossible ? runReason : NO_WORKFLOWS },
    edit: { run: () => void onEdit(), disabledReason: isPossible ? null : NO_WORKFLOWS },
    tags: { run: () => setTagging(true) },
    'copy-id': { run: onCopyId },
    'copy-link': { run: onCopyLink },
  });
  // Also in the menu: if the details and Cancel need the space, the bar must stay one row.
  const roomy = showsCancel ? 'max-xl:hidden' : 'max-sm:hidden';
  return (
    <>
      {isPossible ? (
        <>
          <Button className={roomy} disabledReason={runReason} isBusy={isRunning} onClick={() => void onRunAgain()}>
            {isRunning ? null : <RotateCcw aria-hidden />}
            Run again
          </Button>
          <Button className={roomy} onClick={() => void onEdit()}>
            <PencilLine aria-hidden />
            Edit and run
          </Button>
        </>
      ) : null}
      {showsCancel ? (
        <Button
          tone="danger"
          isBusy={cancel.isPending}
          disabledReason={cancelReason}
          title={
            status === 'queued'
              ? 'Not started yet. It is removed from the queue immediately.'
              : 'Stops at the next node or step; outputs already committed are kept'
          }
          onClick={onCancel}
        >
          {cancel.isPending ? null : <Ban aria-hidden />}
          {status === 'canceling' ? 'Canceling' : 'Cancel'}
        </Button>
      ) : null}
      <Menu
        trigger={
          <Button size="icon" aria-label="More actions">
            <Ellipsis aria-hidden />
          </Button>
        }
        items={[
          ...(moves ? [moves.front, moves.back] : []),
          ...(isPossible
            ? [
                {
                  label: 'Run again',
                  icon: <RotateCcw />,
                  disabledReason: runReason,
                  onSelect: () => void onRunAgain(),
                },
                { label: 'Edit and run', icon: <PencilLine />, onSelect: () => void onEdit() },
                ...runOnItems,
              ]
            : []),
          { label: 'Rating and tags…', icon: <Tag />, onSelect: () => setTagging(true) },
          ...(isChangeable ? [{ label: 'Rename…', icon: <TextCursorInput />, onSelect: () => setRenaming(true) }] : []),
          { label: 'Copy job ID', icon: <Copy />, onSelect: onCopyId },
          { label: 'Copy link', icon: <Link2 />, onSelect: onCopyLink },
          ...(showsCancel
            ? []
            : [{ label: 'Cancel', icon: <Ban />, disabledReason: cancelReason, onSelect: onCancel }]),
          ...(isChangeable
            ? [
                {
                  label: 'Delete…',
                  icon: <Trash2 />,
                  tone: 'danger' as const,
                  disabledReason: deleteReason,
                  onSelect: () => setDeleting(true),
                },
              ]
            : []),
        ]}
      />
      {isRenaming ? <RenameJobDialog surface={surface} job={job} onClose={() => setRenaming(false)} /> : null}
      {isDeleting ? (
        <DeleteJobsDialog
          servers={ofPage}
          onDeleted={() => void navigate({ to: '/$surface/jobs', params: { surface: surface.id } })}
          onClose={() => setDeleting(false)}
        />
      ) : null}
      {isCanceling ? <BulkDialog action="cancel" servers={ofPage} onClose={() => setCanceling(false)} /> : null}
      {isTagging ? <TagsDialog servers={ofPage} onClose={() => setTagging(false)} /> : null}
    </>
  );
}

function moveCommand(item: MenuItem | undefined): CommandHandler {
  return {
    run: () => item?.onSelect(),
    isAvailable: () => item !== undefined,
    disabledReason: item?.disabledReason ?? null,
  };
}
