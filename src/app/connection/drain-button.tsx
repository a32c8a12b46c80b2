import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isApiError } from '@/api/api-error';
import { drainEngine } from '@/api/drain-engine';
import type { EngineStatus } from '@/api/gateway-status';
import type { Surface } from '@/api/surface';
import { showToast } from '@/shared/toasts';
import { Button } from '@/ui/button';

const SET_IN_CONFIG = 'The configuration file drains this engine. Remove its "draining" there';

/** Takes an engine out of use once its job is over, or gives it jobs again. Both can be undone. */
export function DrainButton({ surface, engine }: { surface: Surface; engine: EngineStatus }) {
  const client = useQueryClient();
  const { name } = engine;
  const isDraining = Boolean(engine.drainedBy);
  const { mutate, isPending } = useMutation({
    mutationFn: (change: { isDraining: boolean; isUndo?: boolean }) =>
      drainEngine(surface, client, { name, isDraining: change.isDraining }),
    onSuccess: (_result, change) => {
      if (change.isUndo) return;
      showToast({
        tone: 'neutral',
        title: change.isDraining ? `${name} is draining` : `${name} gets jobs again`,
        ...(change.isDraining ? { description: 'It finishes its current job and gets no new ones.' } : {}),
        action: { label: 'Undo', onSelect: () => mutate({ isDraining: !change.isDraining, isUndo: true }) },
      });
    },
    onError: (error, change) => {
      showToast({
        tone: 'bad',
        title: `Could not ${change.isDraining ? 'drain' : 'resume'} ${name}`,
        description: isApiError(error) ? error.message : 'The gateway is unreachable.',
      });
    },
  });
  return (
    <Button
      size="sm"
      aria-label={`${isDraining ? 'Resume' : 'Drain'} ${name}`}
      title={isDraining ? 'Give it jobs again' : 'Finish its current job, then give it no new ones'}
      isBusy={isPending}
      disabledReason={engine.drainedBy === 'config' ? SET_IN_CONFIG : null}
      onClick={() => mutate({ isDraining: !isDraining })}
    >
      {isDraining ? 'Resume' : 'Drain'}
    </Button>
  );
}
