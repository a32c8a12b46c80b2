import { lazy, Suspense } from 'react';
import { Skeleton } from '@/ui/skeleton';
import type { GraphViewProps } from './graph-view';

const GraphView = lazy(async () => ({ default: (await import('./graph-view')).GraphView }));

/** The one door to the graph view: xyflow and its styles are loaded when a graph is first looked at. */
export function LazyGraphView(props: GraphViewProps) {
  return (
    <Suspense fallback={<Skeleton className="m-5 min-h-40 flex-1" />}>
      <GraphView {...props} />
    </Suspense>
  );
}
