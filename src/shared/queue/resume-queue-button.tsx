import { useRef } from 'react';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { usePauseAction } from './pause-queue';
import { QUEUE_ACTIONS } from './queue-actions';

interface ResumeQueueButtonProps {
  surface: Surface;
  className?: string;
}

/** In the text that says that the queue is paused. */
export function ResumeQueueButton({ surface, className = '' }: ResumeQueueButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const pause = usePauseAction(surface);
  const resume = async () => {
    const hadFocus = document.activeElement === button.current;
    await pause.run(false);
    // The text disappears with the pause.
    if (hadFocus && document.activeElement === document.body) document.querySelector('h1')?.focus();
  };
  return (
    <button
      ref={button}
      type="button"
      aria-busy={pause.isPending || undefined}
      className={`font-semibold text-accent hover:underline ${className}`}
      onClick={() => (pause.isPending ? undefined : void resume())}
    >
      {t(QUEUE_ACTIONS['resume-queue'].label)}
    </button>
  );
}
