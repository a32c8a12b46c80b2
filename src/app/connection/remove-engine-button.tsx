import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isApiError } from '@/api/api-error';
import type { Surface } from '@/api/surface';
import { addEngine, removeEngine } from '@/domains/gateway/engines';
import { showToast } from '@/shared/feedback/toasts';
import { Button } from '@/ui/button';

interface RemoveEngineButtonProps {
  surface: Surface;
  name: string;
  url: string;
  label: 'Remove' | 'Disconnect';
  className?: string;
}

/** Removes an engine from the configuration of the gateway, with Undo. */
export function RemoveEngineButton({ surface, name, url, label, className }: RemoveEngineButtonProps) {
  const client = useQueryClient();
  const undo = async () => {
    const title = `Could not add ${name} again`;
    try {
      const { isConnected } = await addEngine(surface, client, url);
      // Only a ComfyUI that responds can be added.
      if (!isConnected) showToast({ tone: 'bad', title, description: `Nothing responds at ${url}` });
    } catch (error) {
      showToast({ tone: 'bad', title, description: reasonOf(error) });
    }
  };
  const { mutate, isPending } = useMutation({
    mutationFn: () => removeEngine(surface, client, name),
    onSuccess: () => {
      showToast({
        tone: 'neutral',
        title: `${name} is removed`,
        description: 'It finishes its current job and gets no new ones.',
        action: { label: 'Undo', onSelect: () => void undo() },
      });
    },
    onError: (error) => showToast({ tone: 'bad', title: `Could not remove ${name}`, description: reasonOf(error) }),
  });
  return (
    <Button size="sm" aria-label={`${label} ${name}`} className={className} isBusy={isPending} onClick={() => mutate()}>
      {label}
    </Button>
  );
}

function reasonOf(error: unknown): string {
  return isApiError(error) ? error.message : 'The gateway is unreachable.';
}
