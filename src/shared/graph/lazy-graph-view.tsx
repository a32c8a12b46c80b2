import { lazy, Suspense } from 'react';
import { Skeleton } from '@/ui/skeleton';
import type { GraphViewProps } from './graph-view';

const load = () => import('./graph-view');

const GraphView = lazy(async () => ({ default: (await load()).GraphView }));

/** The one door to the graph view: xyflow and its styles are loaded when a graph is first looked at. */
export function LazyGraphView(props: GraphViewProps) {
  return (
    <Suspense fallback={<GraphWaiting />}>
      <GraphView {...props} />
    </Suspense>
  );
}

/** In the place of a graph that is on its way; the code to draw it is fetched meanwhile. */
export function GraphWaiting() {
  void load();
  return <Skeleton className="m-5 min-h-40 flex-1" />;
}
