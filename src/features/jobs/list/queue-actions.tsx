import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Pause, Play } from 'lucide-react';
import type { Surface } from '@/api/surface';
import { useQueue } from '@/domains/gateway/use-queue';
import { t } from '@/lib/i18n/messages';
import { pauseQueueWithUndo } from '@/shared/queue/pause-queue';
import { Button } from '@/ui/button';
import { openAction } from '../selection/selection-store';

export interface QueueActionsProps {
  surface: Surface;
  hasJobs: boolean;
}

/** Actions on the whole queue, while the list shows it. */
export function QueueActions({ surface, hasJobs }: QueueActionsProps) {
  const queue = useQueue(surface);
  return (
    <>
      {queue ? <PauseButton surface={surface} isPaused={queue.state === 'paused'} /> : null}
      {hasJobs ? <Button onClick={() => openAction('clear_queue')}>{t('Clear the queue…')}</Button> : null}
    </>
  );
}

/** One button for both, so that it keeps the focus. */
function PauseButton({ surface, isPaused }: { surface: Surface; isPaused: boolean }) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({ mutationFn: () => pauseQueueWithUndo(client, surface, !isPaused) });
  return (
    <Button
      isBusy={isPending}
      title={isPaused ? t('Start queued jobs again') : t('Start no more jobs; running jobs continue')}
      onClick={() => mutate()}
    >
      {isPending ? null : isPaused ? <Play aria-hidden /> : <Pause aria-hidden />}
      <span className="max-sm:sr-only">{isPaused ? t('Resume queue') : t('Pause queue')}</span>
    </Button>
  );
}
