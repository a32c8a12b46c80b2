import { useQueryClient } from '@tanstack/react-query';
import { Ban } from 'lucide-react';
import type { ListedJob } from '@contract/jobs/schemas';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { Button, type ButtonProps } from '@/ui/button';
import { cancelAction } from './cancel-action';
import { useAction } from './feedback/use-action';
import { cancelDisabledReason } from './job-text';

interface CancelButtonProps extends Pick<ButtonProps, 'tone' | 'size'> {
  surface: Surface;
  /** As displayed; its status may be newer than that of the last response. */
  job: ListedJob;
  title: string;
  hasIcon?: boolean;
}

/** Cancels at once. A shortcut is more easily triggered by mistake, so it opens a dialog instead. */
export function CancelButton({ surface, job, title, hasIcon = false, ...look }: CancelButtonProps) {
  const client = useQueryClient();
  const cancel = useAction(cancelAction(client, surface, job, title));
  return (
    <Button
      {...look}
      isBusy={cancel.isPending}
      disabledReason={cancelDisabledReason(job.status)}
      title={
        job.status === 'queued'
          ? t('Not started yet. It is removed from the queue immediately.')
          : t('Stops at the next node or step; outputs already committed are kept')
      }
      onClick={() => void cancel.run()}
    >
      {hasIcon && !cancel.isPending ? <Ban aria-hidden /> : null}
      {job.status === 'canceling' ? t('Canceling') : t('Cancel')}
    </Button>
  );
}
