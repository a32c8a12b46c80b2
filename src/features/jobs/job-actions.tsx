import { Ban, Copy, Ellipsis, Link2, PencilLine, RotateCcw, Tag } from 'lucide-react';
import { Suspense, useState } from 'react';
import { cancelDisabledReason, isTerminal, jobCan } from '@contract/jobs/lifecycle';
import type { Job } from '@contract/jobs/schemas';
import { isApiError } from '@/api/api-error';
import { useCancelJob } from '@/api/jobs/cancel-job';
import type { Surface } from '@/api/surface';
import { lazyPart } from '@/lib/lazy-part';
import { copyText } from '@/shared/copy-text';
import { usePageActions } from '@/shared/page-actions';
import { showToast } from '@/shared/toasts';
import { Button } from '@/ui/button';
import { Menu } from '@/ui/menu';
import { lateCancelTitle } from './end-sentence';
import { useRunAgain } from './use-run-again';

const TagsDialog = lazyPart(async () => (await import('./marks/tags-dialog')).TagsDialog);

interface JobActionsProps {
  surface: Surface;
  title: string;
  job: Job;
  /** As shown: may be ahead of `job`. */
  status: string;
}

export function JobActions({ surface, title, job, status }: JobActionsProps) {
  const cancel = useCancelJob(surface);
  const { isRunning, onRunAgain, onEdit } = useRunAgain(surface, job, title);
  const [isTagging, setTagging] = useState(false);
  const runReason = jobCan.runAgain(status) ? null : 'This surface reports a status that Flowdeck does not know.';
  const onCancel = () =>
    cancel.mutate(job, {
      onSuccess: (after) => {
        const title = lateCancelTitle(after);
        if (title) showToast({ tone: 'neutral', title, description: 'There was nothing left to cancel.' });
      },
      onError: (error) =>
        showToast({
          tone: 'bad',
          title: 'The job could not be canceled',
          description: isApiError(error) ? error.message : 'It goes on as before.',
        }),
    });

  const cancelReason = cancelDisabledReason(status);
  const showsCancel = !isTerminal(status);
  const onCopyId = () => void copyText(job.id, 'Job id');
  const onCopyLink = () => void copyText(location.href, 'Link');
  usePageActions({
    'job-cancel': { run: onCancel, disabledReason: cancelReason },
    'job-run-again': { run: () => void onRunAgain(), disabledReason: runReason },
    'job-edit': { run: () => void onEdit() },
    'job-tags': { run: () => setTagging(true) },
    'job-copy-id': { run: onCopyId },
    'job-copy-link': { run: onCopyLink },
  });
  // In the menu too: where facts and Cancel need the room, the bar stays one row.
  const roomy = showsCancel ? 'max-xl:hidden' : 'max-sm:hidden';
  return (
    <>
      <Button className={roomy} disabledReason={runReason} isBusy={isRunning} onClick={() => void onRunAgain()}>
        {isRunning ? null : <RotateCcw aria-hidden />}
        Run again
      </Button>
      <Button className={roomy} onClick={() => void onEdit()}>
        <PencilLine aria-hidden />
        Edit and run
      </Button>
      {showsCancel ? (
        <Button
          tone="danger"
          isBusy={cancel.isPending}
          disabledReason={cancelReason}
          title={
            status === 'queued'
              ? 'It has not started: it leaves the line at once'
              : 'It stops at the next node or step; outputs committed so far are kept'
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
          { label: 'Run again', icon: <RotateCcw />, disabledReason: runReason, onSelect: () => void onRunAgain() },
          { label: 'Edit and run', icon: <PencilLine />, onSelect: () => void onEdit() },
          { label: 'Rating and tags…', icon: <Tag />, onSelect: () => setTagging(true) },
          { label: 'Copy job id', icon: <Copy />, onSelect: onCopyId },
          { label: 'Copy link', icon: <Link2 />, onSelect: onCopyLink },
          ...(showsCancel
            ? []
            : [{ label: 'Cancel', icon: <Ban />, disabledReason: cancelReason, onSelect: onCancel }]),
        ]}
      />
      {isTagging ? (
        <Suspense>
          <TagsDialog surface={surface} jobs={[job]} onClose={() => setTagging(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
