import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { ModelDetail } from '@contract/router/schemas';
import { useModelMetadata } from '@/domains/models/model-metadata';
import type { SchemaResult } from '@/features/models/schema/schema-query';
import { isActiveRun } from '@/domains/model-calls/run-record';
import { resumeRuns } from '@/domains/model-calls/runs';
import { runsOf, useRunsView } from '@/domains/model-calls/runs-store';
import type { Surface } from '@/api/surface';
import { classNames } from '@/lib/class-names';
import { reveal } from '../form/frame/reveal';
import { SchemaForm } from '../form/schema-form';
import { readiness, type FormSession } from '../form/state/form-session';
import { t } from '@/lib/i18n/messages';
import { lazyPart } from '@/ui/lazy-part';
import { handOver, useHandOvers } from '@/shared/dialog-requests/hand-overs';
import { ModelHeader } from './model-header';
import { ResultPane, type ResultStep } from './result-pane';
import { RunBar, RunButton } from './model-run-bar';
import { ProviderKeyPanel } from './provider-key-panel';
import { shareInput } from './shared-body';
import { drawnInput, startRun } from '../run/start-run';
import { StepTabs } from './step-tabs';
import { useOpenForm } from './use-open-form';
import { useFormSession, useModelForm, useServerErrors } from './use-form-session';
import { TransferNotice } from '../run-on/transfer-notice';
import { LazyRunOnModels, LazyRunOnDialog } from '../run-on/lazy-run-on';
import { SchemaNotes } from './schema-notes';

const CallCode = lazyPart(async () => (await import('../code/call-code')).CallCode);

const route = getRouteApi('/$surface/models/$provider/$model');

interface PlaygroundProps {
  surface: Surface;
  detail: ModelDetail;
  /** `undefined` if the model has no readable schema. */
  schema: SchemaResult | undefined;
  /** Initial body of the form; `null` for an empty form. */
  start: string | null;
}

/** Input on the left, result on the right; two steps on phones. */
export function Playground({ surface, detail, schema, start }: PlaygroundProps) {
  const modelId = detail.id;
  const { run: runId, step, view = 'form' } = route.useSearch();
  const navigate = route.useNavigate();
  const records = useRunsView((state) => state.records);
  const details = useModelMetadata(surface).get(modelId);
  const isFree = details?.isFree ?? false;
  const summary = schema?.summary || details?.summary;
  const isLocal = details?.isLocal ?? modelId.startsWith('flowdeck/');
  const uploadHost = details?.uploadHost ?? null;
  const missingKeyOf = details?.missingKeyOf ?? null;
  const target = useMemo(() => ({ modelId, isLocal, uploadHost }), [modelId, isLocal, uploadHost]);
  const runs = useMemo(() => runsOf(records, surface.id, modelId), [records, surface.id, modelId]);
  const shown = runs.find(({ id }) => id === runId) ?? runs[0] ?? null;
  const documentText = schema?.text ?? null;
  const { form, omitted: skipped } = useModelForm(documentText);
  const { session, exampleText, settled } = useFormSession({ surface, modelId, documentText, form, start });
  /** Body to run on several models; `null` if the dialog is closed. */
  const [compared, setCompared] = useState<string | null>(null);
  /** Body to run on another server; `null` if the dialog is closed. */
  const [runOnText, setRunOnText] = useState<string | null>(null);
  const handedOver = useHandOvers((held) => held.modelInput);
  const transferred = handedOver?.surfaceId === surface.id && handedOver.modelId === modelId ? handedOver : null;
  const isRunAwaited = useRef(false);
  const [pressedId, setPressedId] = useState<string | null>(null);
  const inputPane = useRef<HTMLElement>(null);
  const runButton = useRef<HTMLButtonElement>(null);
  const runInForm = useServerErrors(session, runs[0] ?? null, pressedId);

  // Resumes unfinished runs of earlier page loads, whichever way this page was opened.
  useEffect(() => void resumeRuns(), []);

  const look = (change: { run?: string | undefined; step?: ResultStep | undefined }) =>
    void navigate({ search: (known) => ({ ...known, ...change }), replace: true });
  const showForm = useCallback(
    () => void navigate({ search: (known) => ({ ...known, step: undefined }), replace: true }),
    [navigate],
  );
  const runForm = useOpenForm({ surface, modelId, session, onFillIn: showForm });
  const goToError = async () => {
    const [first] = Object.values(session.store.getState().receivedErrors).flat();
    await navigate({ search: (known) => ({ ...known, step: undefined, view: undefined }), replace: true });
    if (first && inputPane.current) reveal(session, inputPane.current, first.path);
  };
  const send = async () => {
    const ranFrom = transferred?.ranFrom ?? undefined;
    const id = await startRun(surface, detail, { bodyText: await drawnInput(session.text), isFree, ranFrom });
    if (id === null) return;
    if (transferred) handOver('modelInput', null);
    setPressedId(id);
    look({ run: undefined, step: 'result' });
  };
  const run = async () => {
    if (isRunAwaited.current) return;
    if (missingKeyOf !== null) {
      inputPane.current?.querySelector<HTMLElement>('[data-provider-key]')?.focus();
      return;
    }
    session.attempt();
    isRunAwaited.current = true;
    // Calls cost money, so a Run directly after a keystroke must still use the validation of the latest input.
    await settled();
    isRunAwaited.current = false;
    const { problem, faults } = readiness(session.store.getState());
    if (problem === null && faults === 0) await send();
    // In narrow windows, a result hides the fields to correct.
    else if (inputPane.current?.checkVisibility() === false) look({ step: undefined });
  };

  return (
    <>
      <ModelHeader surface={surface} detail={detail} schema={schema} onShare={() => void shareInput(session.text)} />
      <StepTabs
        surface={surface}
        isResult={step !== undefined}
        active={runs.filter(isActiveRun).length}
        run={<RunButton session={session} missingKeyOf={missingKeyOf} size="sm" onRun={() => void run()} />}
      />
      <div className="flex min-h-0 flex-1">
        <section
          ref={inputPane}
          aria-label={t('Input')}
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
                {skipped > 0 ? <OmittedNotice count={skipped} /> : null}
                {transferred ? <TransferNotice from={transferred.from} omitted={transferred.omitted} /> : null}
              </>
            }
            notes={schema && <SchemaNotes surface={surface} modelId={modelId} schema={schema} />}
            onSubmit={() => void run()}
          />
          {missingKeyOf === null ? null : (
            <ProviderKeyPanel provider={missingKeyOf} onSaved={() => runButton.current?.focus()} />
          )}
          <RunBar
            surface={surface}
            session={session}
            isFree={isFree}
            exampleText={exampleText}
            missingKeyOf={missingKeyOf}
            runButton={runButton}
            runs={runs}
            onRun={() => void run()}
            onCompare={() => setCompared(session.text)}
            onRunOn={() => setRunOnText(session.text)}
            onRunAnyway={() => void send()}
          />
          {compared === null ? null : (
            <LazyRunOnModels
              surface={surface}
              modelId={modelId}
              bodyText={compared}
              onClose={() => setCompared(null)}
            />
          )}
          {runOnText === null ? null : (
            <LazyRunOnDialog
              surface={surface}
              modelId={modelId}
              bodyText={runOnText}
              onClose={() => setRunOnText(null)}
            />
          )}
        </section>
        <section
          aria-label={t('Result')}
          className={classNames(
            'flex min-h-0 min-w-0 flex-1 flex-col bg-canvas',
            step === undefined && 'max-lg:hidden',
          )}
        >
          <ResultPane
            surface={surface}
            detail={detail}
            runs={runs}
            run={shown}
            isHistory={step === 'history'}
            onLook={look}
            form={runForm}
            onShowErrors={shown !== null && shown.id === runInForm ? () => void goToError() : null}
            onFileStaged={() => void navigate({ to: '/$surface/models', params: { surface: surface.id } })}
          />
        </section>
      </div>
    </>
  );
}

interface CodeViewProps {
  surface: Surface;
  modelId: string;
  session: FormSession;
}

/** The call as code, updated with the form. */
function CodeView({ surface, modelId, session }: CodeViewProps) {
  useStore(session.store, (state) => state.body);
  return <CallCode surface={surface} modelId={modelId} bodyText={session.text} />;
}

/** Shown above the form of a document that is too large to be shown in full. */
function OmittedNotice({ count }: { count: number }) {
  return (
    <p className="mb-4 shrink-0 rounded-lg bg-warn-soft px-3 py-2 text-sm text-warn">
      {t('Schema too large: {count, plural, one {# part} other {# parts}} omitted. Edit those as JSON.', { count })}
    </p>
  );
}
