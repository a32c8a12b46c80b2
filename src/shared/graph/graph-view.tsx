import { AlignHorizontalDistributeCenter, Rows3, StickyNote, Workflow } from 'lucide-react';
import { Suspense, useDeferredValue, useMemo, useState, type ReactNode } from 'react';
import type { Graph } from '@contract/workflow/graph';
import type { AuthorLayout } from '@/domains/drafts/author-layout';
import { classNames } from '@/lib/class-names';
import { t } from '@/lib/i18n/messages';
import { useSetting } from '@/lib/settings/use-setting';
import { Button } from '@/ui/button';
import { Spinner } from '@/ui/spinner';
import { AuthorNotes } from './author-frames';
import { GraphCanvas, type GraphPlan } from './graph-canvas';
import { authorPlan, graphLayoutSetting } from './layout/author-plan';
import { graphLayout } from './layout/graph-layout';
import { changedModel, graphModel, layoutRequest, type GraphModel } from './graph-model';
import { GraphViewStateProvider, EMPTY_VIEW_STATE, type GraphViewState } from './graph-view-state';
import { GraphTable } from './graph-table';
import { GRAPH_BAR } from './graph-toolbar';
import type { GraphNodeStates } from './node-style';

export interface GraphViewProps {
  graph: Graph;
  /** Label of the graph for screen readers: `Graph of Coral sweep`. */
  label: string;
  /** Where the author of the file placed the nodes. */
  author?: AuthorLayout | null;
  /** Absent or `null` if no node has a state. A node without an entry did not run. */
  states?: GraphNodeStates | null;
  /** Loaded images by node id; each fills its frame. */
  images?: ReadonlyMap<string, ReactNode>;
  /** Nodes whose image is still loading: their room is reserved, so that nothing moves when it appears. */
  imageRooms?: ReadonlySet<string>;
  problems?: ReadonlyMap<string, string>;
  selectedNodeId?: string | null;
  /** Called on click, key press or table selection; `null` clears the selection. */
  onSelectNode?: (id: string | null) => void;
  /** Shows the caller's own table in place of the one with inputs and values. */
  onShowTable?: () => void;
  className?: string;
}

/** Shows a workflow as a graph from left to right, or as a table with the same content. Fills its parent. */
export function GraphView({
  graph,
  label,
  author = null,
  states = null,
  images = EMPTY_VIEW_STATE.images,
  imageRooms,
  problems = EMPTY_VIEW_STATE.problems,
  selectedNodeId = null,
  onSelectNode,
  onShowTable,
  className,
}: GraphViewProps) {
  const [isTable, setIsTable] = useState(false);
  const model = useGraphModel(graph);
  const { shape } = model;
  const rooms = JSON.stringify([...new Set([...(imageRooms ?? []), ...images.keys()])].sort());
  // From the text built above, since text is compared by value.
  const hasRoom = useMemo(() => new Set(JSON.parse(rooms) as string[]), [rooms]);
  const authored = useMemo(() => author && authorPlan(shape, author, hasRoom), [shape, author, hasRoom]);
  const isAuthors = useSetting(graphLayoutSetting) === 'author' && authored !== null;
  const planned = useMemo(
    () => (isAuthors ? authored : graphLayout(layoutRequest(shape, hasRoom))),
    [shape, hasRoom, isAuthors, authored],
  );
  const plan = useMemo((): GraphPlan => ({ model, ...planned }), [model, planned]);
  const colors = authored?.colors ?? EMPTY_VIEW_STATE.colors;
  const notes = authored?.frames.notes ?? [];
  const [areNotesOpen, setAreNotesOpen] = useState(false);
  // The previous graph stays visible while a changed one is laid out.
  const shownPlan = useDeferredValue(plan);
  const show = useMemo(
    (): GraphViewState => ({ states, images, problems, selectedId: selectedNodeId, colors }),
    [states, images, problems, selectedNodeId, colors],
  );
  const fullLabel = t('{label}: {count, plural, one {# node} other {# nodes}}', { label, count: model.nodes.length });
  return (
    <GraphViewStateProvider value={show}>
      <div className={classNames('relative isolate flex min-h-0 flex-1 flex-col overflow-hidden', className)}>
        {isTable ? (
          <GraphTable model={model} label={fullLabel} onSelectNode={onSelectNode} />
        ) : (
          <Suspense fallback={<LayingOut />}>
            <GraphCanvas plan={shownPlan} label={fullLabel} onSelectNode={onSelectNode} />
          </Suspense>
        )}
        {areNotesOpen && notes.length > 0 ? <AuthorNotes notes={notes} /> : null}
        <div className={classNames(GRAPH_BAR, 'left-3')}>
          <Button tone="ghost" size="sm" onClick={onShowTable ?? (() => setIsTable(!isTable))}>
            {isTable ? <Workflow aria-hidden /> : <Rows3 aria-hidden />}
            {isTable ? t('As graph') : t('As table')}
          </Button>
          {authored && !isTable ? (
            <Button
              tone="ghost"
              size="icon-sm"
              aria-label={t('Tidy layout')}
              title={isAuthors ? t('Tidy layout') : t('Tidy layout: turn off to see the author’s')}
              aria-pressed={!isAuthors}
              className={classNames(!isAuthors && 'bg-accent-soft text-text')}
              onClick={() => graphLayoutSetting.set(isAuthors ? 'tidy' : 'author')}
            >
              <AlignHorizontalDistributeCenter aria-hidden />
            </Button>
          ) : null}
          {notes.length > 0 ? (
            <Button
              tone="ghost"
              size="icon-sm"
              aria-label={t('{count, plural, one {# note} other {# notes}}', { count: notes.length })}
              title={t('{count, plural, one {# note} other {# notes}} of the author', { count: notes.length })}
              aria-pressed={areNotesOpen}
              className={classNames(areNotesOpen && 'bg-accent-soft text-text')}
              onClick={() => setAreNotesOpen(!areNotesOpen)}
            >
              <StickyNote aria-hidden />
            </Button>
          ) : null}
        </div>
      </div>
    </GraphViewStateProvider>
  );
}

/** Editing a large workflow changes values of a few nodes at a time: the rest of the model is not built again. */
function useGraphModel(graph: Graph): GraphModel {
  const [last, setLast] = useState(() => ({ graph, model: graphModel(graph) }));
  if (last.graph === graph) return last.model;
  const model = changedModel(last.model, last.graph, graph);
  setLast({ graph, model });
  return model;
}

function LayingOut() {
  return (
    <div role="status" className="flex flex-1 items-center justify-center gap-2 text-muted">
      <Spinner />
      {t('Loading graph…')}
    </div>
  );
}
