import type { Surface } from '@/api/surface';
import { useQueue } from '@/domains/gateway/use-queue';
import { t } from '@/lib/i18n/messages';
import { usePauseAction } from '@/shared/queue/pause-queue';
import { QUEUE_ACTIONS } from '@/shared/queue/queue-actions';
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
      {hasJobs ? (
        <Button onClick={() => openAction('clear_queue')}>{t(QUEUE_ACTIONS['clear-queue'].label)}</Button>
      ) : null}
    </>
  );
}

/** One button for both, so that it keeps the focus. */
function PauseButton({ surface, isPaused }: { surface: Surface; isPaused: boolean }) {
  const { run, isPending } = usePauseAction(surface);
  const { label, icon: Icon } = QUEUE_ACTIONS[isPaused ? 'resume-queue' : 'pause-queue'];
  return (
    <Button
      isBusy={isPending}
      title={isPaused ? t('Start queued jobs again') : t('Start no more jobs; running jobs continue')}
      onClick={() => void run(!isPaused)}
    >
      {isPending ? null : <Icon aria-hidden />}
      <span className="max-sm:sr-only">{t(label)}</span>
    </Button>
  );
}
