import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { FileBraces, Redo2, Undo2 } from 'lucide-react';
import { useDeferredValue, useEffect, useState } from 'react';
import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import type { Draft } from '@/api/storage/draft';
import { draftKey, draftsKey } from '@/api/storage/drafts-key';
import { operationKey, type Surface } from '@/api/surface';
import { classNames } from '@/lib/class-names';
import { formatCount } from '@/lib/format';
import { useShortcutTitle } from '@/shared/shortcuts/key-labels';
import { useMediaQuery } from '@/lib/use-media-query';
import { PageHeader } from '@/shared/page-header';
import { Button } from '@/ui/button';
import { Chip } from '@/ui/chip';
import { ChangesButton } from './changes-button';
import { DeletedDraft } from './deleted-draft';
import { DropTargetRegistration } from './drop-target-registration';
import { EnginePanel } from './engine-panel';
import { PartnerKeyPanel } from './partner-key-panel';
import { FlowGraph } from './flow-graph';
import { FlowPaneButton, useFlowPane } from './flow-pane';
import { focusCard, focusField } from './focus-field';
import { NodeCard } from './node-card';
import { enterSession, leaveSession, sessionOf } from './open-sessions';
import { Outline } from './outline';
import { RequestButton } from './request-button';
import { RunBar } from './run-bar';
import { useRunHabits } from './run-count';
import { SessionContext, useEditor, useSession } from './session-context';
import { StartedRuns } from './started-runs';
import { useEditorKeys } from './use-editor-keys';
import { useEngineChanges } from './use-engine-changes';
import { useFocusedNode } from './use-focused-node';

interface EditorProps {
  surface: Surface;
  draft: Draft;
  definitions: NodeDefinitions | null;
  /** Id of the node to begin at. */
  firstNode: string | null;
}

export function Editor({ surface, draft, definitions, firstNode }: EditorProps) {
  const [session] = useState(() => sessionOf(surface, draft, definitions));
  const navigate = useNavigate();
  const queryClient = useQueryClient();

  // The session outlives the page while files are on their way; the page only looks at it.
  useEffect(() => {
    enterSession(session, {
      onSubmitted: (jobId, isSingle) => {
        void queryClient.invalidateQueries({ queryKey: operationKey(surface, 'listJobs') });
        if (!isSingle || useRunHabits.getState().afterRun === 'stay') return;
        void navigate({ to: '/$surface/jobs/$jobId', params: { surface: surface.id, jobId } });
      },
      // After the messages are on the page.
      onRefused: (place) => requestAnimationFrame(() => goTo(place)),
    });
    const saveNow = () => void session.save({ isLeaving: true });
    document.addEventListener('visibilitychange', saveNow);
    window.addEventListener('pagehide', saveNow);
    return () => {
      document.removeEventListener('visibilitychange', saveNow);
      window.removeEventListener('pagehide', saveNow);
      leaveSession(session);
      // What was read when the page opened is older than what was just saved: who comes back at once reads again.
      queryClient.removeQueries({ queryKey: draftKey(surface, session.state.draft.id) });
      void queryClient.invalidateQueries({ queryKey: draftsKey(surface) });
    };
  }, [session, surface, navigate, queryClient]);

  // Definitions may come back with the gateway.
  useEffect(() => session.setDefinitions(definitions), [session, definitions]);

  useEngineChanges(session);

  return (
    <SessionContext value={session}>
      <DropTargetRegistration />
      <EditorFrame firstNode={firstNode} />
    </SessionContext>
  );
}

function goTo(place: { field: string } | { node: string } | null): void {
  if (place === null) return;
  if ('field' in place) focusField(place.field);
  else focusCard(place.node);
}

function EditorFrame({ firstNode }: { firstNode: string | null }) {
  const session = useSession();
  const [step, setStep] = useState<'inputs' | 'flow'>('inputs');
  const run = () => {
    const [field] = session.fieldsToFix();
    const { nodes } = session.run();
    const [node] = nodes;
    if (field === undefined && node === undefined) return;
    setStep('inputs');
    requestAnimationFrame(() => goTo(field === undefined ? { node: node ?? '' } : { field }));
  };
  const isWide = useMediaQuery(WIDE);
  const isGraphShown = useFlowPane((state) => state.isOpen) && isWide;
  useEditorKeys(run);
  useFocusedNode();
  return (
    <>
      <EditorHeader />
      <DeletedDraft />
      <StepSwitch step={step} onChange={setStep} />
      <div className="flex min-h-0 flex-1">
        <div
          className={classNames(
            'min-h-0 overflow-y-auto max-lg:flex-1',
            isGraphShown ? 'w-[420px] shrink-0 xl:w-[480px]' : 'flex-1',
            step === 'flow' && 'max-lg:hidden',
          )}
          data-scroll-area
        >
          <Cards firstNode={firstNode} />
        </div>
        {isGraphShown ? (
          <aside aria-label="Flow" className="flex min-h-0 min-w-0 flex-1 border-l border-line">
            <FlowGraph />
          </aside>
        ) : isWide ? null : (
          <aside
            aria-label="Flow"
            className={classNames('min-h-0 flex-1 overflow-y-auto p-3', step === 'inputs' && 'hidden')}
          >
            <h2 className="sr-only">Flow</h2>
            <Outline onChoose={() => setStep('inputs')} />
          </aside>
        )}
      </div>
      <StartedRuns />
      <RunBar onRun={run} />
    </>
  );
}

/** Form and graph beside each other; narrower, they are two steps. */
const WIDE = '(min-width: 1100px)';

const FIRST_CARDS = 12;

function Cards({ firstNode }: { firstNode: string | null }) {
  const cards = useEditor((state) => state.form.cards);
  // A form of hundreds of fields takes its time: the part in view comes first, the rest between frames.
  const count = useDeferredValue(cards.length, Math.min(cards.length, FIRST_CARDS));
  const hasAll = count === cards.length;
  // Once, when its card is on the page; what the user does after that is not undone by a later drawing.
  useEffect(() => {
    if (hasAll && firstNode !== null) focusCard(firstNode);
  }, [hasAll, firstNode]);
  return (
    <div className="mx-auto flex w-full max-w-[680px] flex-col gap-3 px-4 py-5">
      <EnginePanel />
      <PartnerKeyPanel />
      {cards.length === 0 ? (
        <p className="py-12 text-center text-muted">This workflow has no editable inputs.</p>
      ) : null}
      {cards.slice(0, count).map((card) => (
        <NodeCard key={card.nodeId} card={card} />
      ))}
    </div>
  );
}

function EditorHeader() {
  const session = useSession();
  const title = useEditor((state) => state.draft.title);
  const nodes = useEditor((state) => state.form.outline.length);
  const inputs = useEditor((state) => state.form.fields.size);
  const saving = useEditor((state) => state.saving);
  const isUntouched = useEditor((state) => state.draft.isUntouched === true);
  const canUndo = useEditor((state) => state.undo.length > 0);
  const canRedo = useEditor((state) => state.redo.length > 0);
  const undoTitle = useShortcutTitle('Undo', 'undo');
  const redoTitle = useShortcutTitle('Redo', 'redo');
  const isDeleted = useEditor((state) => state.isDeleted);
  const kept = {
    saved: 'saved on this device',
    unsaved: isDeleted ? 'not saved: deleted' : 'saving',
    failed: 'not saved: storage unavailable',
  };
  return (
    <PageHeader
      title={title}
      parent={{ label: 'Submit', to: '/$surface/submit' }}
      actions={
        <>
          <Button
            size="icon"
            tone="ghost"
            aria-label="Undo"
            title={undoTitle}
            disabledReason={canUndo ? null : 'Nothing to undo'}
            onClick={() => session.undo()}
          >
            <Undo2 aria-hidden />
          </Button>
          <Button
            size="icon"
            tone="ghost"
            aria-label="Redo"
            title={redoTitle}
            disabledReason={canRedo ? null : 'Nothing to redo'}
            onClick={() => session.redo()}
          >
            <Redo2 aria-hidden />
          </Button>
          <FlowPaneButton />
          <ChangesButton />
          <RequestButton />
        </>
      }
    >
      <Chip icon={<FileBraces aria-hidden />} className="max-sm:hidden">
        API format
      </Chip>
      <span className={classNames('text-sm max-md:hidden', saving === 'failed' ? 'text-warn' : 'text-faint')}>
        {formatCount(nodes, 'node')}, {formatCount(inputs, 'input')},{' '}
        {isUntouched ? 'saved once you change or run it' : kept[saving]}
      </span>
    </PageHeader>
  );
}

/** On narrow screens the two panes are two steps. */
function StepSwitch({ step, onChange }: { step: 'inputs' | 'flow'; onChange: (step: 'inputs' | 'flow') => void }) {
  const steps = [
    { value: 'inputs', label: 'Inputs' },
    { value: 'flow', label: 'Flow' },
  ] as const;
  return (
    <div role="group" aria-label="Part of the workflow" className="flex border-b border-line px-3 lg:hidden">
      {steps.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          aria-pressed={step === value}
          onClick={() => onChange(value)}
          className={classNames(
            '-mb-px h-10 border-b-2 px-3',
            step === value ? 'border-text font-medium text-text' : 'border-transparent text-muted',
          )}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
