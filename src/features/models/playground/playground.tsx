import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import type { ModelDetail } from '@contract/router/schemas';
import { useModelMetadata } from '@/api/models/model-metadata';
import type { SchemaResult } from '@/api/models/schema-query';
import { isActiveRun } from '@/api/runs/run-record';
import { resumeRuns } from '@/api/runs/runs';
import { runsOf, useRunsView } from '@/api/runs/runs-store';
import type { Surface } from '@/api/surface';
import { classNames } from '@/lib/class-names';
import { SchemaForm } from '../form/schema-form';
import { HistoryStrip } from '../history/history-strip';
import { inputTransferredTo, setTransferredInput, useTransferredInput } from '../run-on/transferred-input';
import { CodeView } from './code-view';
import { HistoryPane } from './history-pane';
import { ModelHeader } from './model-header';
import { readiness } from './readiness';
import { ResultPane } from './result-pane';
import { RunBar } from './run-bar';
import { shareInput } from './share-input';
import { startRun } from './start-run';
import { StepTabs } from './step-tabs';
import { useFormSession } from './use-form-session';
import { useModelForm } from './use-model-form';
import { useServerFaults } from './use-server-errors';

const LeftOutNotice = lazy(async () => ({ default: (await import('./omitted-notice')).LeftOutNotice }));
const TransferNotice = lazy(async () => ({ default: (await import('../run-on/transfer-notice')).TransferNotice }));
const RunOnDialog = lazy(async () => ({ default: (await import('../run-on/run-on-dialog')).RunOnDialog }));
const RunElsewhere = lazy(async () => ({ default: (await import('../history/run-on-models')).RunElsewhere }));
const SchemaNotes = lazy(async () => ({ default: (await import('./schema-notes')).SchemaNotes }));

const route = getRouteApi('/$surface/models/$provider/$model');

interface PlaygroundProps {
  surface: Surface;
  detail: ModelDetail;
  /** Undefined where the model has none that can be read. */
  schema: SchemaResult | undefined;
  /** The body that the form begins with; null for an empty one. */
  start: string | null;
}

/** Input on the left, result on the right; on a phone they are two steps. */
export function Playground({ surface, detail, schema, start }: PlaygroundProps) {
  const modelId = detail.id;
  const { run: runId, step, view = 'form' } = route.useSearch();
  const navigate = route.useNavigate();
  const records = useRunsView((state) => state.records);
  const facts = useModelMetadata(surface).get(modelId);
  const isFree = facts?.isFree ?? false;
  const summary = schema?.summary || facts?.summary;
  const isLocal = facts?.isLocal ?? modelId.startsWith('flowdeck/');
  const uploadHost = facts?.uploadHost ?? null;
  const target = useMemo(() => ({ modelId, isLocal, uploadHost }), [modelId, isLocal, uploadHost]);
  const runs = useMemo(() => runsOf(records, surface.id, modelId), [records, surface.id, modelId]);
  const shown = runs.find(({ id }) => id === runId) ?? runs[0] ?? null;
  const documentText = schema?.text ?? null;
  const { form, leftOut } = useModelForm(documentText);
  const { session, exampleText, settled } = useFormSession({ surface, modelId, documentText, form, start });
  /** The body that is about to go to several models; null while none is. */
  const [compared, setCompared] = useState<string | null>(null);
  /** The body that is about to go to another server; null while none is. */
  const [carried, setCarried] = useState<string | null>(null);
  const transferred = useTransferredInput(inputTransferredTo(surface.id, modelId));
  const isRunAwaited = useRef(false);
  const [pressedId, setPressedId] = useState<string | null>(null);
  useServerFaults(session, runs[0] ?? null, pressedId);

  // What earlier pages left is shown here, however this page was reached.
  useEffect(() => void resumeRuns(), []);

  const look = (change: { run?: string | undefined; step?: 'result' | 'history' | undefined }) =>
    void navigate({ search: (known) => ({ ...known, ...change }), replace: true });
  const send = async () => {
    const ranFrom = transferred?.ranFrom ?? undefined;
    const id = await startRun(surface, detail, { bodyText: session.text, isFree, ranFrom });
    if (id === null) return;
    if (transferred) setTransferredInput(null);
    setPressedId(id);
    look({ run: undefined, step: 'result' });
  };
  const run = async () => {
    if (isRunAwaited.current) return;
    session.attempt();
    isRunAwaited.current = true;
    // A call costs money: Run right after the last key still means what that key made of the input.
    await settled();
    isRunAwaited.current = false;
    const { problem, faults } = readiness(session.store.getState());
    if (problem === null && faults === 0) await send();
  };

  return (
    <>
      <ModelHeader surface={surface} detail={detail} schema={schema} onShare={() => void shareInput(session.text)} />
      <StepTabs surface={surface} isResult={step !== undefined} active={runs.filter(isActiveRun).length} />
      <div className="flex min-h-0 flex-1">
        <section
          aria-label="Input"
          className={classNames(
            'flex min-h-0 min-w-0 flex-1 flex-col border-line lg:max-w-[560px] lg:basis-2/5 lg:border-r',
            step !== undefined && 'max-lg:hidden',
          )}
        >
          <SchemaForm
            session={session}
            surface={surface}
            target={target}
            view={view}
            onViewChange={(next) =>
              void navigate({
                search: (known) => ({ ...known, view: next === 'form' ? undefined : next }),
                replace: true,
              })
            }
            code={<CodeView surface={surface} modelId={modelId} session={session} />}
            notice={
              <>
                {summary && session.root.description === '' ? (
                  <p className="mb-5 shrink-0 text-muted">{summary}</p>
                ) : null}
                {leftOut > 0 ? <LeftOutNotice count={leftOut} /> : null}
                {transferred ? <TransferNotice from={transferred.from} omitted={transferred.omitted} /> : null}
              </>
            }
            notes={schema && <SchemaNotes surface={surface} modelId={modelId} schema={schema} />}
            onSubmit={() => void run()}
          />
          <RunBar
            surface={surface}
            session={session}
            isFree={isFree}
            exampleText={exampleText}
            runs={runs}
            onRun={() => void run()}
            onCompare={() => setCompared(session.text)}
            onRunOn={() => setCarried(session.text)}
            onRunAnyway={() => void send()}
          />
          {compared === null ? null : (
            <Suspense>
              <RunElsewhere surface={surface} modelId={modelId} bodyText={compared} onClose={() => setCompared(null)} />
            </Suspense>
          )}
          {carried === null ? null : (
            <Suspense>
              <RunOnDialog surface={surface} modelId={modelId} bodyText={carried} onClose={() => setCarried(null)} />
            </Suspense>
          )}
        </section>
        <section
          aria-label="Result"
          className={classNames(
            'flex min-h-0 min-w-0 flex-1 flex-col bg-canvas',
            step === undefined && 'max-lg:hidden',
          )}
        >
          {step === 'history' ? (
            <HistoryPane
              surface={surface}
              modelId={modelId}
              chosenId={shown?.id ?? null}
              onClose={() => look({ step: 'result' })}
              onOpen={({ id }) => look({ run: id, step: 'result' })}
              onRerun={(_run, bodyText) => {
                session.replace(bodyText);
                look({ step: undefined });
              }}
            />
          ) : (
            <>
              <ResultPane
                surface={surface}
                detail={detail}
                run={shown}
                onCarried={() => void navigate({ to: '/$surface/models', params: { surface: surface.id } })}
              />
              <HistoryStrip
                surface={surface}
                modelId={modelId}
                chosenId={shown?.id ?? null}
                onChoose={({ id }) => look({ run: id, step: 'result' })}
                onShowAll={() => look({ step: 'history' })}
              />
            </>
          )}
        </section>
      </div>
    </>
  );
}
