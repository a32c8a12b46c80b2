import { useQueryClient } from '@tanstack/react-query';
import { apiMessageOf } from '@/api/api-error';
import type { Surface } from '@/api/surface';
import { addEngine, removeEngine } from '@/domains/gateway/engines';
import { t } from '@/lib/i18n/messages';
import { useAction } from '@/shared/feedback/use-action';
import { Button } from '@/ui/button';

interface RemoveEngineButtonProps {
  surface: Surface;
  name: string;
  url: string;
  /** `disconnect`: it is the only engine. */
  kind: 'remove' | 'disconnect';
}

/** Removes an engine from the configuration of the gateway, with Undo. */
export function RemoveEngineButton({ surface, name, url, kind }: RemoveEngineButtonProps) {
  const client = useQueryClient();
  const { run, isPending } = useAction({
    run: () => removeEngine(surface, client, name),
    failed: (error) => ({ title: t('Could not remove {name}', { name }), description: reasonOf(error) }),
    done: () => ({
      title: t('{name} is removed', { name }),
      description: t('It finishes its current job and gets no new ones.'),
    }),
    undo: () => ({
      async run() {
        const { isConnected } = await addEngine(surface, client, url);
        // Only a ComfyUI that responds can be added.
        if (!isConnected) throw new NoResponse(t('Nothing responds at {url}', { url }));
      },
      failed: (error) => ({ title: t('Could not add {name} again', { name }), description: reasonOf(error) }),
    }),
  });
  return (
    <Button
      size="sm"
      aria-label={kind === 'remove' ? t('Remove {name}', { name }) : t('Disconnect {name}', { name })}
      isBusy={isPending}
      onClick={() => void run()}
    >
      {kind === 'remove' ? t('Remove') : t('Disconnect')}
    </Button>
  );
}

class NoResponse extends Error {}

function reasonOf(error: unknown): string {
  return error instanceof NoResponse ? error.message : apiMessageOf(error, t('The gateway is unreachable.'));
}
