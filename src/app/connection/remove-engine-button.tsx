import { useQueryClient } from '@tanstack/react-query';
import { isApiError } from '@/api/api-error';
import type { Surface } from '@/api/surface';
import { addEngine, removeEngine } from '@/domains/gateway/engines';
import { useAction } from '@/shared/feedback/use-action';
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
  const { run, isPending } = useAction({
    run: () => removeEngine(surface, client, name),
    failed: (error) => ({ title: `Could not remove ${name}`, description: reasonOf(error) }),
    done: () => ({ title: `${name} is removed`, description: 'It finishes its current job and gets no new ones.' }),
    undo: () => ({
      async run() {
        const { isConnected } = await addEngine(surface, client, url);
        // Only a ComfyUI that responds can be added.
        if (!isConnected) throw new NoResponse(`Nothing responds at ${url}`);
      },
      failed: (error) => ({ title: `Could not add ${name} again`, description: reasonOf(error) }),
    }),
  });
  return (
    <Button
      size="sm"
      aria-label={`${label} ${name}`}
      className={className}
      isBusy={isPending}
      onClick={() => void run()}
    >
      {label}
    </Button>
  );
}

class NoResponse extends Error {}

function reasonOf(error: unknown): string {
  return isApiError(error) || error instanceof NoResponse ? error.message : 'The gateway is unreachable.';
}
