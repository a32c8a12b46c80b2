import { Rows3, Workflow } from 'lucide-react';
import { Suspense, useDeferredValue, useMemo, useState, type ReactNode } from 'react';
import type { Graph } from '@contract/workflow/graph';
import { classNames } from '@/lib/class-names';
import { formatCount } from '@/lib/format';
import { Button } from '@/ui/button';
import { Spinner } from '@/ui/spinner';
import { GraphCanvas, type GraphPlan } from './graph-canvas';
import { graphLayout } from './graph-layout';
import { graphModel, layoutRequest } from './graph-model';
import { GraphShowProvider, NOTHING_SHOWN, type GraphShow } from './graph-show';
import { GraphTable } from './graph-table';
import { GRAPH_BAR } from './graph-toolbar';
import type { GraphNodeStates } from './node-look';

export interface GraphViewProps {
  graph: Graph;
  /** What the graph is of, for readers: `Graph of Coral sweep`. */
  label: string;
  /** Nothing, or null: no node has a state. A node that the states leave out was not run. */
  states?: GraphNodeStates | null;
  /** By node, already there; a picture fills its frame. */
  pictures?: ReadonlyMap<string, ReactNode>;
  /** Nodes whose picture is still to come: their room is kept, so that nothing moves when it does. */
  pictureRooms?: ReadonlySet<string>;
  problems?: ReadonlyMap<string, string>;
  selectedNodeId?: string | null;
  /** By click, key or table; null takes the selection back. */
  onSelectNode?: (id: string | null) => void;
  className?: string;
}

/** A workflow as a graph from left to right, or as a table that says the same. Fills its parent. */
export function GraphView({
  graph,
  label,
  states = null,
  pictures = NOTHING_SHOWN.pictures,
  pictureRooms,
  problems = NOTHING_SHOWN.problems,
  selectedNodeId = null,
  onSelectNode,
  className,
}: GraphViewProps) {
  const [isTable, setIsTable] = useState(false);
  const model = useMemo(() => graphModel(graph), [graph]);
  const rooms = JSON.stringify([...new Set([...(pictureRooms ?? []), ...pictures.keys()])].sort());
  const plan = useMemo((): GraphPlan => {
    const request = layoutRequest(model, new Set(JSON.parse(rooms) as string[]));
    return { model, heights: request.heights, layout: graphLayout(request) };
  }, [model, rooms]);
  // While a changed graph is laid out the one before stays.
  const shownPlan = useDeferredValue(plan);
  const show = useMemo(
    (): GraphShow => ({ states, pictures, problems, selectedId: selectedNodeId }),
    [states, pictures, problems, selectedNodeId],
  );
  const fullLabel = `${label}: ${formatCount(model.nodes.length, 'node')}`;
  return (
    <GraphShowProvider value={show}>
      <div className={classNames('relative isolate flex min-h-0 flex-1 flex-col overflow-hidden', className)}>
        {isTable ? (
          <GraphTable model={model} label={fullLabel} onSelectNode={onSelectNode} />
        ) : (
          <Suspense fallback={<LayingOut />}>
            <GraphCanvas plan={shownPlan} label={fullLabel} onSelectNode={onSelectNode} />
          </Suspense>
        )}
        <div className={classNames(GRAPH_BAR, 'left-3')}>
          <Button tone="ghost" size="sm" onClick={() => setIsTable(!isTable)}>
            {isTable ? <Workflow aria-hidden /> : <Rows3 aria-hidden />}
            {isTable ? 'As graph' : 'As table'}
          </Button>
        </div>
      </div>
    </GraphShowProvider>
  );
}

function LayingOut() {
  return (
    <div role="status" className="flex flex-1 items-center justify-center gap-2 text-muted">
      <Spinner />
      Loading graph…
    </div>
  );
}
