import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Surface } from '@/api/surface';
import { pauseQueueWithUndo } from './pause-queue';

interface ResumeQueueButtonProps {
  surface: Surface;
  className?: string;
}

/** In the text that says that the queue is paused. */
export function ResumeQueueButton({ surface, className = '' }: ResumeQueueButtonProps) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({ mutationFn: () => pauseQueueWithUndo(client, surface, false) });
  return (
    <button
      type="button"
      aria-busy={isPending || undefined}
      className={`font-semibold text-accent hover:underline ${className}`}
      onClick={() => (isPending ? undefined : mutate())}
    >
      Resume queue
    </button>
  );
}
