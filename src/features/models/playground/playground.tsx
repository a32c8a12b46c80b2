import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import type { ModelDetail } from '@contract/router/schemas';
import type { SchemaReading } from '@/api/models/schema-query';
import { isActiveRun } from '@/api/runs/run-record';
import { resumeRuns } from '@/api/runs/runs';
import { runsOf, useRunsView } from '@/api/runs/runs-store';
import type { Surface } from '@/api/surface';
import { classNames } from '@/lib/class-names';
import { InputPane } from './input-pane';
import { ModelHeader } from './model-header';
import { ResultPane } from './result-pane';
import { RunBar } from './run-bar';
import { shareInput } from './share-input';
import { startRun } from './start-run';
import { StepTabs } from './step-tabs';
import { useModelInput } from './use-model-input';
import { useRunKey } from './use-run-key';

const route = getRouteApi('/$surface/models/$provider/$model');

interface PlaygroundProps {
  surface: Surface;
  detail: ModelDetail;
  schema: SchemaReading | undefined;
  /** The body that the form begins with. */
  start: string;
}

/** Input on the left, result on the right; on a phone they are two steps. */
export function Playground({ surface, detail, schema, start }: PlaygroundProps) {
  const modelId = detail.id;
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const records = useRunsView((state) => state.records);
  const runs = useMemo(() => runsOf(records, surface.id, modelId), [records, surface.id, modelId]);
  const shown = runs.find(({ id }) => id === search.run) ?? runs[0] ?? null;
  const input = useModelInput(surface, modelId, start);
  const isResult = search.step === 'result';

  // What earlier pages left is shown here, however this page was reached.
  useEffect(() => void resumeRuns(), []);

  const run = async () => {
    if (input.problem !== null || !(await startRun(surface, detail, input.text))) return;
    void navigate({ search: (known) => ({ ...known, run: undefined, step: 'result' }), replace: true });
  };
  useRunKey(() => void run());

  return (
    <>
      <ModelHeader surface={surface} detail={detail} schema={schema} onShare={() => void shareInput(input.text)} />
      <StepTabs surface={surface} isResult={isResult} active={runs.filter(isActiveRun).length} />
      <div className="flex min-h-0 flex-1">
        <section
          aria-label="Input"
          className={classNames(
            'flex min-h-0 min-w-0 flex-1 flex-col border-line lg:max-w-[560px] lg:basis-2/5 lg:border-r',
            isResult && 'max-lg:hidden',
          )}
        >
          <InputPane input={input} />
          <RunBar runs={runs} disabledReason={input.problem} onRun={() => void run()} />
        </section>
        <section
          aria-label="Result"
          className={classNames('flex min-h-0 min-w-0 flex-1 flex-col bg-canvas', !isResult && 'max-lg:hidden')}
        >
          <ResultPane
            surface={surface}
            run={shown}
            onCarried={() => void navigate({ to: '/$surface/models', params: { surface: surface.id } })}
          />
        </section>
      </div>
    </>
  );
}
