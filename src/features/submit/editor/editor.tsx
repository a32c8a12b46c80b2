import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import type { Draft } from '@/domains/drafts/draft';
import { draftKey } from '@/domains/drafts/drafts-key';
import { markStale } from '@/api/live/stale-table';
import type { Surface } from '@/api/surface';
import { classNames } from '@/lib/class-names';
import { msg, t } from '@/lib/i18n/messages';
import { useSetting } from '@/lib/settings/use-setting';
import { ProblemSummary } from '@/shared/fields/problem-summary';
import { useMediaQuery } from '@/lib/hooks/use-media-query';
import { useSwipe } from '@/lib/hooks/use-swipe';
import { whenIdle } from '@/lib/when-idle';
import { CardList } from '../form/card-list';
import { AuthorNotes, ConversionNotes, LastSeenNote } from './notes';
import { DeletedDraft } from '../start/deleted-draft';
import { homeParts, noteParts } from '../start/home-parts';
import { DropTargetRegistration } from '../import/drop-target-registration';
import { EnginePanel } from '../run/engine-panel';
import { PartnerKeyPanel } from '../run/partner-key-panel';
import { PinnedNotice } from '../run/pinned-notice';
import { usePartnerKeyFocus } from '../run/use-partner-key-focus';
import { useLostFiles } from '../form/use-lost-files';
import { finishConversion } from '../import/finish-conversion';
import { EditorHeader } from './editor-header';
import { flowPaneSetting } from './flow-pane';
import { focusTarget, isOnlyInGraph, markFocus, revealTarget } from '../draft/focus-field';
import { enterSession, leaveSession } from '../draft/session/open-sessions';
import { sessionOf } from '../draft/session/session-of';
import { MissingModelsPanel } from '../fixes/missing-models-panel';
import { ProblemFix } from '../fixes/problem-fix';
import { PricesProvider } from '../prices/price-notes';
import { RunBar } from '../run/workflow-run-bar';
import { afterRunSetting } from '@/features/submit/draft/run-count';
import { useCommands } from '@/shared/commands/use-commands';
import { SessionContext, useEditor, useSession } from '../draft/session/session-context';
import type { FieldTarget } from '../draft/session-state';
import { LazyResultView } from '../result/lazy-result';
import { type ChosenView, ClosedPane, type EditorStep, SidePane } from './side-pane';
import { LazySweep } from '../sweep/lazy-sweep';
import { TemplateFrame } from '../templates/template-frame';
import { usePinCommand } from '../templates/use-pin-command';
import { useReusedValues } from './use-reused-values';
import { useEngineChanges, useGuessedClasses } from '../run/use-engine-changes';
import { useShownCards } from '../form/use-shown-cards';
import { useSummaryProblems, useWildcardLists } from '../draft/session/use-problems';
import { firstRejected } from '../draft/workflow-problems';
import { openSweep } from '../draft/sweep-request';
import { redoEdit, undoEdit } from '../draft/editor-state';

interface EditorProps {
  surface: Surface;
  draft: Draft;
  definitions: NodeDefinitions | null;
  /** Id of the node to show first. */
  firstNode: string | null;
}

export function Editor({ surface, draft, definitions, firstNode }: EditorProps) {
  const [session] = useState(() => sessionOf(surface, draft, definitions));
  const [step, setStep] = useState<EditorStep>(() =>
    firstNode !== null && isOnlyInGraph(session.editor.state, firstNode) ? 'graph' : 'inputs',
  );
  const navigate = useNavigate();
  const queryClient = useQueryClient();

  // The session outlives the page during uploads; the page only subscribes to it.
  useEffect(() => {
    let isFirst = true;
    enterSession(session, {
      onSubmitted: (jobId, how) => {
        void markStale(queryClient, surface, 'submitJob');
        if (how === 'single' && afterRunSetting.get() === 'job') {
          void navigate({ to: '/$surface/jobs/$jobId', params: { surface: surface.id, jobId } });
        } else if (how !== 'live') {
          // Live mode runs while the user edits.
          setStep('result');
          // A pane that was hidden for another draft would hide what the first run is for.
          if (isFirst) flowPaneSetting.set(true);
          isFirst = false;
        }
      },
      onRejected: (problem) => {
        setStep('inputs');
        revealTarget(session.editor, problem);
      },
    });
    const saveNow = () => void session.saving.save({ isLeaving: true });
    document.addEventListener('visibilitychange', saveNow);
    window.addEventListener('pagehide', saveNow);
    return () => {
      document.removeEventListener('visibilitychange', saveNow);
      window.removeEventListener('pagehide', saveNow);
      leaveSession(session);
      // Data read when the page opened is older than the saved draft: a user who returns at once must get fresh data.
      queryClient.removeQueries({ queryKey: draftKey(surface, session.editor.state.draft.id) });
      void markStale(queryClient, surface, 'changeDrafts');
    };
  }, [session, surface, navigate, queryClient]);

  // Definitions may be reloaded when the gateway is reachable again.
  useEffect(() => {
    session.editor.setDefinitions(definitions);
    void finishConversion(session.editor, definitions);
  }, [session, definitions]);

  // The start page keeps a place for the draft before it has read the list, also if this page is closed meanwhile.
  const isListed = useStore(session.editor.store, (state) => state.draft.isUntouched !== true);
  useEffect(() => {
    if (isListed && homeParts(surface.id).get().drafts === 0) noteParts(surface, { drafts: 1 });
  }, [isListed, surface]);

  useReusedValues(session.editor);
  useGuessedClasses(session);
  useEngineChanges(session);
  useLostFiles(session);
  useWildcardLists(session);

  return (
    <SessionContext value={session}>
      <DropTargetRegistration />
      <PricesProvider>
        <EditorFrame firstNode={firstNode} step={step} onStep={setStep} />
      </PricesProvider>
    </SessionContext>
  );
}

interface EditorFrameProps {
  firstNode: string | null;
  /** Shown in a narrow window. */
  step: EditorStep;
  onStep: (step: EditorStep) => void;
}

function EditorFrame({ firstNode, step, onStep: setStep }: EditorFrameProps) {
  const { editor, checks, runner } = useSession();
  const [chosenRun, setChosenRun] = useState<string | null>(null);
  const [chosenView, setChosenView] = useState<ChosenView | null>(null);
  const show = (target: FieldTarget | null) => {
    if (target === null) return;
    setStep('inputs');
    revealTarget(editor, target);
  };
  const pane = useRef<HTMLElement>(null);
  const showNode = (nodeId: string) => {
    if (!isOnlyInGraph(editor.state, nodeId)) {
      show({ nodeId, fieldKey: null });
      return;
    }
    setChosenView({ view: 'graph', hadRuns: true });
    setStep('graph');
    markFocus(editor, nodeId, null);
    // What led here may be gone from the page, and the focus with it.
    requestAnimationFrame(() => pane.current?.focus({ preventScroll: true }));
  };
  const runButton = useRef<HTMLButtonElement>(null);
  const partnerKey = usePartnerKeyFocus(runButton, () => setStep('inputs'));
  const run = () => {
    LazyResultView.preload();
    const blocker = runner.run();
    if (blocker === null) setChosenRun(null);
    if (blocker?.kind === 'partner-key') partnerKey.open();
    if (blocker?.kind === 'inputs') show(blocker.problems[0] ?? null);
    if (blocker?.kind === 'paused-uploads') {
      const field = editor.state.form.fields.get(blocker.files[0]?.key ?? '');
      if (field) show({ nodeId: field.nodeId, fieldKey: field.key });
    }
  };
  const showJson = () => {
    flowPaneSetting.set(true);
    setChosenView({ view: 'json', hadRuns: 'any' });
    setStep('json');
  };
  const isWide = useMediaQuery(WIDE);
  const swipe = useSwipe((direction) => setStep(neighborOf(step, direction === 'left' ? 1 : -1)));
  const isPaneOpen = useSetting(flowPaneSetting);
  const isBeside = isWide && isPaneOpen;
  const runs = { chosenRun, onChooseRun: setChosenRun };
  useEditorKeys(run);
  usePinCommand();
  useFocusedNode();
  // After what the form needs.
  useEffect(() => void whenIdle(PRELOAD_AFTER_MS).then(LazyResultView.preload), []);
  return (
    <>
      <EditorHeader isWide={isWide} onShowJson={showJson} />
      <DeletedDraft />
      {isWide ? null : <StepSwitch step={step} onChange={setStep} />}
      <div
        {...(isWide ? {} : swipe)}
        className={classNames(
          'grid min-h-0 flex-1 grid-rows-[minmax(0,1fr)_auto_auto]',
          isBeside ? FORM_COLUMNS : 'grid-cols-[minmax(0,1fr)]',
        )}
      >
        <div
          className={classNames('min-h-0 overflow-y-auto', !isWide && step !== 'inputs' && 'hidden')}
          data-scroll-area
        >
          <Cards firstNode={firstNode} onShowProblem={show} onKeySaved={partnerKey.leave} />
        </div>
        {isWide && !isPaneOpen ? (
          <ClosedPane {...runs} onOpen={() => flowPaneSetting.set(true)} />
        ) : (
          <SidePane
            {...runs}
            ref={pane}
            step={isWide ? null : step}
            className={isBeside ? 'col-start-2 row-span-3 row-start-1' : 'row-start-1'}
            chosenView={chosenView}
            onChooseView={setChosenView}
            onShowNode={showNode}
            onLeaveOutline={() => setStep('inputs')}
          />
        )}
        <div className="row-start-3 min-w-0">
          <RunBar
            runButton={runButton}
            onRun={run}
            onShow={show}
            onFix={() => show(checks.checkInputs())}
            onShowProblem={() => show(firstRejected(editor.state))}
            onAddKey={partnerKey.open}
            onShowJson={showJson}
          />
        </div>
      </div>
      <LazySweep />
    </>
  );
}

/** Form and result side by side; narrower windows show them in steps. */
const WIDE = '(min-width: 1100px)';
const FORM_COLUMNS =
  'grid-cols-[420px_minmax(0,1fr)] xl:grid-cols-[480px_minmax(0,1fr)] min-[1800px]:grid-cols-[560px_minmax(0,1fr)] min-[2200px]:grid-cols-[680px_minmax(0,1fr)]';

const PRELOAD_AFTER_MS = 2000;

const FIRST_CARDS = 10;

interface CardsProps {
  firstNode: string | null;
  onShowProblem: (target: FieldTarget) => void;
  onKeySaved: () => void;
}

function Cards({ firstNode, onShowProblem, onKeySaved }: CardsProps) {
  const { editor } = useSession();
  const problems = useSummaryProblems();
  // Only once: later renders must not override user actions.
  useEffect(() => {
    if (firstNode === null) return;
    if (!isOnlyInGraph(editor.state, firstNode)) {
      revealTarget(editor, { nodeId: firstNode, fieldKey: null });
      return;
    }
    flowPaneSetting.set(true);
    markFocus(editor, firstNode, null);
  }, [editor, firstNode]);
  return (
    <div className="relative mx-auto flex w-full max-w-[680px] flex-col gap-3 px-4 py-5">
      <EnginePanel />
      <MissingModelsPanel />
      <PinnedNotice />
      <PartnerKeyPanel onSaved={onKeySaved} />
      <ProblemSummary
        problems={problems}
        onGo={onShowProblem}
        renderFix={(problem) => <ProblemFix problem={problem} />}
      />
      <LastSeenNote />
      <ConversionNotes />
      <AuthorNotes />
      <TemplateFrame>
        <AllInputs />
      </TemplateFrame>
    </div>
  );
}

/** One card per node that has inputs or problems. */
function AllInputs() {
  const { editor } = useSession();
  const { cards, labels } = useShownCards();
  const target = useEditor((state) => state.target);
  // A form of hundreds of cards renders slowly: the visible part first, the rest between frames.
  const count = useDeferredValue(cards.length, Math.min(cards.length, FIRST_CARDS));
  const hasAll = count === cards.length;
  // Once its card is mounted, and once only: later renders must not override user actions.
  useEffect(() => {
    if (!hasAll || !target) return;
    // Its card keeps its inputs while it is focused.
    editor.store.setState({ target: null, focusedNode: target.nodeId });
    requestAnimationFrame(() => focusTarget(target));
  }, [editor, hasAll, target]);
  return (
    <>
      {cards.length === 0 ? (
        <p className="py-12 text-center text-muted">{t('This workflow has no editable inputs.')}</p>
      ) : null}
      <CardList cards={cards} labels={labels} count={count} />
    </>
  );
}

interface StepSwitchProps {
  step: EditorStep;
  onChange: (step: EditorStep) => void;
}

const STEPS = [
  { value: 'inputs', label: msg('Inputs') },
  { value: 'result', label: msg('Result') },
  { value: 'graph', label: msg('Graph') },
  { value: 'json', label: msg('JSON') },
] as const;

/** Returns the step beside another one; the first and the last have none on one side. */
function neighborOf(step: EditorStep, by: 1 | -1): EditorStep {
  return STEPS[STEPS.findIndex(({ value }) => value === step) + by]?.value ?? step;
}

/** In narrow windows, form, result, graph and JSON are steps. */
function StepSwitch({ step, onChange }: StepSwitchProps) {
  return (
    <div role="group" aria-label={t('Part of the workflow')} className="flex shrink-0 border-b border-line px-3">
      {STEPS.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          aria-pressed={step === value}
          onClick={() => onChange(value)}
          className={classNames(
            '-mb-px h-10 border-b-2 px-3 max-sm:flex-1',
            step === value ? 'border-text font-medium text-text' : 'border-transparent text-muted',
          )}
        >
          {t(label)}
        </button>
      ))}
    </div>
  );
}

/** Marks the focused card: the graph beside it follows, and drops go there. */
function useFocusedNode(): void {
  const { editor } = useSession();
  // Subscribes to the document, since clicks outside the controls of a card count too.
  useEffect(() => {
    const follow = (event: Event) => {
      if (!(event.target instanceof Element)) return;
      const card = event.target.closest('[data-node]');
      const field = event.target.closest('[data-field]');
      if (card) markFocus(editor, card.getAttribute('data-node'), field?.getAttribute('data-field') ?? null);
    };
    const leave = ({ target, relatedTarget }: FocusEvent) => {
      const field = target instanceof Element ? target.closest('[data-field]') : null;
      const isInside = relatedTarget instanceof Node && field?.contains(relatedTarget);
      // The window itself may lose the focus, and returns it to the field.
      if (field && !isInside && document.hasFocus()) editor.releaseField();
    };
    document.addEventListener('focusin', follow);
    document.addEventListener('pointerdown', follow);
    document.addEventListener('focusout', leave);
    return () => {
      document.removeEventListener('focusout', leave);
      document.removeEventListener('focusin', follow);
      document.removeEventListener('pointerdown', follow);
    };
  }, [editor]);
}

/** Runs the workflow or plans a sweep, and undoes and redoes across fields. */
function useEditorKeys(onRun: () => void): void {
  const { editor } = useSession();
  // A select would open on Ctrl+Enter.
  useCommands(
    {
      run: () => onRun(),
      sweep() {
        openSweep(editor, { fieldKey: editor.state.focusedField, isHint: true });
      },
    },
    { isFirst: true },
  );
  // Uses the editor's own history: a browser's undo only covers text in one field, and neither menus nor images.
  // JSON that is not read yet is no edit: there, the browser undoes.
  const isInOwnJson = () =>
    typeof editor.state.json?.read === 'string' && Boolean(document.activeElement?.closest('[data-json-view]'));
  useCommands({
    undo: () => (isInOwnJson() ? false : editor.edit(undoEdit)),
    redo: () => (isInOwnJson() ? false : editor.edit(redoEdit)),
  });
}
