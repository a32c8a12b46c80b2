import { Ban, Copy, Ellipsis, Link2, PencilLine, RotateCcw, Tag, TextCursorInput, Trash2 } from 'lucide-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { cancelDisabledReason, isTerminal, jobCan } from '@contract/jobs/lifecycle';
import type { Job } from '@contract/jobs/schemas';
import { isApiError } from '@/api/api-error';
import { canChangeJobs } from '@/api/jobs/change-jobs';
import { useCancelJob } from '@/api/jobs/cancel-job';
import type { Surface } from '@/api/surface';
import { lazyPart } from '@/lib/lazy-part';
import { copyText } from '@/shared/copy-text';
import { useRunOnItems } from '@/shared/run-on/use-run-on-items';
import { usePageActions } from '@/shared/page-actions';
import { showToast } from '@/shared/toasts';
import { Button } from '@/ui/button';
import { Menu } from '@/ui/menu';
import { lateCancelTitle } from './outcome-message';
import { useStar } from './annotations/use-star';
import { readBack } from './submit-again';
import { useRunAgain } from './use-run-again';

const BulkDialog = lazyPart(async () => (await import('./selection/bulk-dialog')).BulkDialog);
const DeleteJobsDialog = lazyPart(async () => (await import('./delete-jobs-dialog')).DeleteJobsDialog);
const RenameJobDialog = lazyPart(async () => (await import('./rename-job-dialog')).RenameJobDialog);
const TagsDialog = lazyPart(async () => (await import('./annotations/tags-dialog')).TagsDialog);

const NO_WORKFLOWS = 'This server does not return workflows.';

interface JobActionsProps {
  surface: Surface;
  title: string;
  job: Job;
  /** As shown: may be ahead of `job`. */
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
  const isChangeable = canChangeJobs(surface);
  const ofPage = [{ surface, jobs: [job] }];
  const deleteReason = isTerminal(status) ? null : 'Only finished jobs can be deleted.';
  const [isCanceling, setCanceling] = useState(false);
  const { toggleStar } = useStar(surface, [job]);
  const runOnItems = useRunOnItems(surface, async () => {
    const workflow = await readBack(client, surface, job);
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
  const onCopyId = () => void copyText(job.id, 'Job id');
  const onCopyLink = () => void copyText(location.href, 'Link');
  usePageActions({
    // A key is pressed by mistake more easily than a button: it opens the dialog.
    'job-cancel': { run: () => setCanceling(true), disabledReason: cancelReason },
    'job-rename': {
      run: () => setRenaming(true),
      disabledReason: isChangeable ? null : 'This server cannot rename jobs.',
    },
    'job-delete': {
      run: () => setDeleting(true),
      disabledReason: isChangeable ? deleteReason : 'This server cannot delete jobs.',
    },
    'job-star': { run: toggleStar },
    'job-run-again': { run: () => void onRunAgain(), disabledReason: isPossible ? runReason : NO_WORKFLOWS },
    'job-edit': { run: () => void onEdit(), disabledReason: isPossible ? null : NO_WORKFLOWS },
    'job-tags': { run: () => setTagging(true) },
    'job-copy-id': { run: onCopyId },
    'job-copy-link': { run: onCopyLink },
  });
  // In the menu too: where facts and Cancel need the room, the bar stays one row.
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
          { label: 'Copy job id', icon: <Copy />, onSelect: onCopyId },
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
      {isRenaming ? (
        <Suspense>
          <RenameJobDialog surface={surface} job={job} onClose={() => setRenaming(false)} />
        </Suspense>
      ) : null}
      {isDeleting ? (
        <Suspense>
          <DeleteJobsDialog
            servers={ofPage}
            onDeleted={() => void navigate({ to: '/$surface/jobs', params: { surface: surface.id } })}
            onClose={() => setDeleting(false)}
          />
        </Suspense>
      ) : null}
      {isCanceling ? (
        <Suspense>
          <BulkDialog action="cancel" servers={ofPage} onClose={() => setCanceling(false)} />
        </Suspense>
      ) : null}
      {isTagging ? (
        <Suspense>
          <TagsDialog servers={ofPage} onClose={() => setTagging(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
