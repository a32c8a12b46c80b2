import { useEffect } from 'react';
import { lazyPart } from '@/ui/lazy-part';
import { Skeleton } from '@/ui/skeleton';

/** The graph view, lazy-loaded with xyflow and its styles when a graph is first opened. */
export const LazyGraphView = lazyPart(async () => (await import('./graph-view')).GraphView, {
  fallback: <GraphSkeleton />,
});

/** Placeholder of a graph that is loading; also prefetches the rendering code. */
export function GraphWaiting() {
  useEffect(() => LazyGraphView.preload(), []);
  return <GraphSkeleton />;
}

function GraphSkeleton() {
  return <Skeleton className="m-5 min-h-40 flex-1" />;
}
