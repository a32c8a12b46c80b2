import { queryOptions, usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { Unplug } from 'lucide-react';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { Skeleton } from '@/ui/skeleton';
import type { GraphViewProps } from './graph-view';

/** xyflow and its styles are loaded when a graph is first looked at. */
const graphCode = queryOptions({
  queryKey: ['code.graph'],
  queryFn: async () => (await import('./graph-view')).GraphView,
  staleTime: Infinity,
  gcTime: Infinity,
  structuralSharing: false,
  retry: 1,
});

/** The one door to the graph view. Where its code does not come, the rest of the page goes on without it. */
export function LazyGraphView(props: GraphViewProps) {
  const { data: GraphView, isFetching, refetch } = useQuery(graphCode);
  if (GraphView) return <GraphView {...props} />;
  if (isFetching) return <GraphSkeleton />;
  return (
    <EmptyState
      icon={<Unplug />}
      title="Graph failed to load"
      actions={<Button onClick={() => void refetch()}>Try again</Button>}
    >
      The part of the console that draws it could not be loaded. Everything else on this page works without it.
    </EmptyState>
  );
}

/** In the place of a graph that is on its way; the code to draw it is fetched meanwhile. */
export function GraphWaiting() {
  usePrefetchQuery(graphCode);
  return <GraphSkeleton />;
}

function GraphSkeleton() {
  return <Skeleton className="m-5 min-h-40 flex-1" />;
}
