import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isApiError } from '@/api/api-error';
import { drainEngine } from '@/domains/gateway/drain-engine';
import type { EngineStatus } from '@contract/console/gateway-status';
import type { Surface } from '@/api/surface';
import { showToast } from '@/shared/feedback/toasts';
import { Button } from '@/ui/button';

const SET_IN_CONFIG = 'The configuration file drains this engine. Remove its "draining" there';

/** Drains or resumes an engine, with Undo. */
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
      title={isDraining ? 'Resume sending it jobs' : 'Let it finish its current job, and send it no new ones'}
      isBusy={isPending}
      disabledReason={engine.drainedBy === 'config' ? SET_IN_CONFIG : null}
      onClick={() => mutate({ isDraining: !isDraining })}
    >
      {isDraining ? 'Resume' : 'Drain'}
    </Button>
  );
}
