import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { pauseQueueWithUndo } from './pause-queue';

interface ResumeQueueButtonProps {
  surface: Surface;
  className?: string;
}

/** In the text that says that the queue is paused. */
export function ResumeQueueButton({ surface, className = '' }: ResumeQueueButtonProps) {
  const client = useQueryClient();
  const button = useRef<HTMLButtonElement>(null);
  const { mutate, isPending } = useMutation({
    async mutationFn() {
      const hadFocus = document.activeElement === button.current;
      await pauseQueueWithUndo(client, surface, false);
      // The text disappears with the pause.
      if (hadFocus && document.activeElement === document.body) document.querySelector('h1')?.focus();
    },
  });
  return (
    <button
      ref={button}
      type="button"
      aria-busy={isPending || undefined}
      className={`font-semibold text-accent hover:underline ${className}`}
      onClick={() => (isPending ? undefined : mutate())}
    >
      {t('Resume queue')}
    </button>
  );
}
