import type { GraphLayout, LayoutRequest } from '@/shared/graph/layout-size';

/** To the layout worker: one graph per worker. Ending the worker cancels. */
export type GraphLayoutRequest = LayoutRequest;

export type GraphLayoutReply = { kind: 'done'; layout: GraphLayout } | { kind: 'failed'; message: string };
