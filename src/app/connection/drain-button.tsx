import { useQueryClient } from '@tanstack/react-query';
import { isApiError } from '@/api/api-error';
import { drainEngine } from '@/domains/gateway/drain-engine';
import type { EngineStatus } from '@contract/console/gateway-status';
import type { Surface } from '@/api/surface';
import { useAction } from '@/shared/feedback/use-action';
import { Button } from '@/ui/button';

const SET_IN_CONFIG = 'The configuration file drains this engine. Remove its "draining" there';

/** Drains or resumes an engine, with Undo. */
export function DrainButton({ surface, engine }: { surface: Surface; engine: EngineStatus }) {
  const client = useQueryClient();
  const { name } = engine;
  const isDraining = Boolean(engine.drainedBy);
  const change = (drain: boolean) => ({
    run: () => drainEngine(surface, client, { name, isDraining: drain }),
    failed: (error: unknown) => ({
      title: `Could not ${drain ? 'drain' : 'resume'} ${name}`,
      description: isApiError(error) ? error.message : 'The gateway is unreachable.',
    }),
  });
  const { run, isPending } = useAction({
    ...change(!isDraining),
    done: () =>
      isDraining
        ? { title: `${name} gets jobs again` }
        : { title: `${name} is draining`, description: 'It finishes its current job and gets no new ones.' },
    undo: () => change(isDraining),
  });
  return (
    <Button
      size="sm"
      aria-label={`${isDraining ? 'Resume' : 'Drain'} ${name}`}
      title={isDraining ? 'Resume sending it jobs' : 'Let it finish its current job, and send it no new ones'}
      isBusy={isPending}
      disabledReason={engine.drainedBy === 'config' ? SET_IN_CONFIG : null}
      onClick={() => void run()}
    >
      {isDraining ? 'Resume' : 'Drain'}
    </Button>
  );
}
