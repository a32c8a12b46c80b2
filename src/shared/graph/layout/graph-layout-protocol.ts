import type { GraphLayout, LayoutRequest } from '@/shared/graph/layout/layout-size';

/** Request to the layout worker: one graph per worker. Terminating the worker cancels it. */
export type GraphLayoutRequest = LayoutRequest;

export type GraphLayoutReply = { kind: 'done'; layout: GraphLayout } | { kind: 'failed'; message: string };
