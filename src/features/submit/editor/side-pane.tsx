import { useQueries } from '@tanstack/react-query';
import { useMemo, useState, type Ref } from 'react';
import { isTerminal } from '@contract/jobs/lifecycle';
import { ownKeys } from '@contract/typed-objects';
import { useLiveJobs } from '@/api/live/use-live';
import { jobQuery } from '@/domains/jobs/job-query';
import { classNames } from '@/lib/class-names';
import { msg, t } from '@/lib/i18n/messages';
import { useSetting } from '@/lib/settings/use-setting';
import { nodeStates } from '@/shared/graph/node-states';
import { SegmentedControl } from '@/ui/input/segmented-control';
import { lazyPart } from '@/ui/lazy-part';
import { Skeleton } from '@/ui/skeleton';
import { useEditor } from '../draft/session/session-context';
import { useDraftRuns, useRunData, useShownRun, type DraftRun } from '../result/draft-runs';
import { DraftFilmstrip } from '../result/draft-filmstrip';
import { LazyResultView } from '../result/lazy-result';
import { paneViewSetting, type PaneView } from '../result/pane-view';
import { FlowGraph } from './flow-graph';
import { Outline } from './outline';

/** Narrow windows show the parts of the editor one at a time. */
export type EditorStep = 'inputs' | PaneView;

interface SidePaneProps {
  ref: Ref<HTMLElement>;
  /** `null` in a wide window, which shows the pane beside the form. */
  step: EditorStep | null;
  /** Its place in the editor. */
  className: string;
  /** The view that the user chose in a wide window; `null` before. */
  chosenView: ChosenView | null;
  onChooseView: (view: ChosenView) => void;
  /** Id of the run that the user chose; `null` follows the newest one. */
  chosenRun: string | null;
  onChooseRun: (id: string | null) => void;
  /** Shows a node in the form, or in the graph if it has no inputs. */
  onShowNode: (nodeId: string) => void;
  /** Returns from the outline to the inputs. */
  onLeaveOutline: () => void;
}

/** Result, graph and JSON of the draft, above the filmstrip of its runs. */
export function SidePane({
  ref,
  step,
  className,
  chosenView,
  onChooseView,
  chosenRun,
  onChooseRun,
  onShowNode,
  onLeaveOutline,
}: SidePaneProps) {
  const { runs, selected, earlier, isFollowed, choose } = useChosenRun(chosenRun, onChooseRun);
  const [openedAt] = useState(() => Date.now());
  const [wideView, setWideView] = usePaneView(runs, openedAt, chosenView, onChooseView);
  const isWide = step === null;
  const view = step === null ? wideView : step;
  return (
    <aside
      ref={ref}
      tabIndex={-1}
      aria-label={t(NAMES[view === 'inputs' ? 'result' : view])}
      className={classNames(
        'relative flex min-h-0 min-w-0 flex-col outline-none',
        className,
        isWide && 'border-l border-line',
        view === 'inputs' && 'hidden',
      )}
    >
      {isWide ? (
        <div className="absolute top-1.5 left-5 z-10">
          <SegmentedControl
            aria-label={t('Beside the form')}
            value={view}
            options={VIEWS.map(({ value, label }) => ({ value, label: t(label) }))}
            onValueChange={(next) => setWideView(next === 'graph' || next === 'json' ? next : 'result')}
          />
        </div>
      ) : null}
      {view === 'result' ? (
        <LazyResultView
          run={selected}
          earlier={earlier}
          isFollowed={isFollowed}
          barClass={isWide ? 'pl-60' : 'pl-4 md:pl-5'}
          onShowNode={onShowNode}
        />
      ) : view === 'graph' && isWide ? (
        <div className="flex min-h-0 flex-1 flex-col pt-11">
          {selected ? <LitGraph run={selected} /> : <FlowGraph />}
        </div>
      ) : view === 'json' ? (
        <div className={classNames('flex min-h-0 flex-1 flex-col', isWide && 'pt-11')}>
          <LazyJsonView />
        </div>
      ) : view === 'graph' ? (
        <div className="min-h-0 flex-1 overflow-y-auto p-3">
          <h2 className="sr-only">{t('Graph')}</h2>
          <Outline onChoose={onLeaveOutline} />
        </div>
      ) : null}
      {runs.length > 0 ? (
        <DraftFilmstrip runs={runs} selected={selected} openedAt={openedAt} onSelect={choose} />
      ) : null}
    </aside>
  );
}

const NAMES = { result: msg('Result'), graph: msg('Graph'), json: msg('JSON') } as const;
const VIEWS = ownKeys(NAMES).map((value) => ({ value, label: NAMES[value] }));

const LazyJsonView = lazyPart(async () => (await import('./json-view')).JsonView, {
  fallback: <Skeleton className="m-5 min-h-40 flex-1" />,
});

interface ClosedPaneProps {
  chosenRun: string | null;
  onChooseRun: (id: string | null) => void;
  /** Shows the result of the chosen run. */
  onOpen: () => void;
}

/** The filmstrip below a form that has the whole width. */
export function ClosedPane({ chosenRun, onChooseRun, onOpen }: ClosedPaneProps) {
  const { runs, selected, choose } = useChosenRun(chosenRun, onChooseRun);
  const [openedAt] = useState(() => Date.now());
  if (runs.length === 0) return null;
  return (
    <DraftFilmstrip
      runs={runs}
      selected={selected}
      openedAt={openedAt}
      onSelect={(run) => {
        choose(run);
        onOpen();
      }}
    />
  );
}

function useChosenRun(chosenRun: string | null, onChooseRun: (id: string | null) => void) {
  const runs = useDraftRuns();
  const followed = useFollowedRun(runs);
  const found = runs.findIndex(({ id }) => id === chosenRun);
  const at = found < 0 ? followed : found;
  return {
    runs,
    selected: runs[at] ?? null,
    earlier: runs[at + 1] ?? null,
    isFollowed: found < 0,
    // Choosing the one that would be followed follows again.
    choose: (run: DraftRun) => onChooseRun(run.id === runs[followed]?.id ? null : run.id),
  };
}

/** Returns the index of the newest run, or of the one in progress while the newest waits in the queue. */
function useFollowedRun(runs: readonly DraftRun[]): number {
  // The filmstrip fetches them.
  const statuses = useQueries({
    queries: runs.map(({ surface, jobId }) => ({ ...jobQuery(surface, jobId), enabled: false })),
    combine: (results) => results.map(({ data }) => data?.job.status ?? '').join(),
  }).split(',');
  const running = statuses.findIndex((status) => status === 'running' || status === 'canceling');
  return statuses[0] === 'queued' ? Math.max(0, running) : 0;
}

export interface ChosenView {
  view: PaneView;
  /** Whether there were runs: the first one opens the result. `any`: the view stays. */
  hadRuns: boolean | 'any';
}

/** The graph until there are runs; the first one opens the result, and from then on the user's choice is remembered. */
function usePaneView(
  runs: readonly DraftRun[],
  openedAt: number,
  chosen: ChosenView | null,
  onChoose: (view: ChosenView) => void,
): [PaneView, (view: PaneView) => void] {
  const remembered = useSetting(paneViewSetting);
  const first = runs.at(-1);
  const hasRuns = first !== undefined;
  const choose = (view: PaneView) => {
    onChoose({ view, hadRuns: hasRuns });
    if (hasRuns) paneViewSetting.set(view);
  };
  if (chosen?.hadRuns === hasRuns || chosen?.hadRuns === 'any') return [chosen.view, choose];
  if (!first) return ['graph', choose];
  return [first.createdAt >= openedAt ? 'result' : remembered, choose];
}

/** The graph of the draft, with the node states of its run while that is in progress. */
function LitGraph({ run }: { run: DraftRun }) {
  const graph = useEditor((state) => state.graph);
  const { data } = useRunData(run, true);
  useLiveJobs(run.surface, data ? [data.job] : []);
  const job = useShownRun(run, data)?.job;
  const states = useMemo(() => {
    if (!job || job.status === 'queued' || isTerminal(job.status)) return null;
    return new Map(nodeStates(job, graph, 'ran').rows.map((row) => [row.id, row]));
  }, [job, graph]);
  return <FlowGraph states={states} />;
}
