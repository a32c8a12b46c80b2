import { Pause } from 'lucide-react';
import type { Surface } from '@/api/surface';
import { useQueue } from '@/domains/gateway/use-queue';
import { t } from '@/lib/i18n/messages';
import { ResumeQueueButton } from './resume-queue-button';

export interface QueueNoticeProps {
  surface: Surface;
  /** What the pause means for the content of the page; absent: for all jobs. */
  text?: string;
  /** Whether the page shows several servers. */
  isNamed?: boolean;
}

/** Says that the queue of a gateway is paused, with Resume. */
export function QueueNotice({ surface, text, isNamed = false }: QueueNoticeProps) {
  const queue = useQueue(surface);
  return (
    // On the page before its text, so that the pause is announced.
    <div role="status" className="shrink-0">
      {queue?.state === 'paused' ? (
        <div className="flex items-center gap-2.5 border-b border-line bg-warn-soft px-4 py-2 md:px-5">
          <Pause aria-hidden className="size-4 shrink-0 text-warn" />
          <p className="flex min-w-0 flex-1 flex-wrap gap-x-2.5">
            <span className="font-semibold text-warn">
              {isNamed ? t('{name}: queue paused', { name: surface.name }) : t('Queue paused')}
            </span>
            <span>{text ?? waitingText(queue.waiting ?? 0)}</span>
          </p>
          <ResumeQueueButton surface={surface} className="shrink-0" />
        </div>
      ) : null}
    </div>
  );
}

function waitingText(count: number): string {
  return t('{count, plural, =0 {New jobs wait.} one {# job waits.} other {# jobs wait.}} Running jobs continue.', {
    count,
  });
}
