import { startWorker } from '@/lib/worker-factory';
import type { GraphLayoutReply } from '@/shared/graph/layout/graph-layout-protocol';
// oxlint-disable-next-line import/default -- Vite makes the module of this address
import layoutWorkerUrl from '@/shared/graph/layout/graph-layout-worker?worker&url';
import { layeredLayout } from './layered-layout';
import { layoutChoice } from './layout-choice';
import type { GraphLayout, LayoutRequest } from './layout-size';

/** A layout, or a promise of one that never rejects. */
export type PlannedLayout = GraphLayout | Promise<GraphLayout>;

export interface PlannedGraph {
  /** Heights of the nodes, also the same for the same shape. */
  heights: readonly number[];
  layout: PlannedLayout;
}

const MAX_CACHED = 12;

/** Layouts by graph shape: runs of the same workflow with other values share one. */
const kept = new Map<string, PlannedGraph>();

/** Returns the same object for the same shape, as React's `use` requires. */
export function graphLayout(request: LayoutRequest): PlannedGraph {
  const shape = JSON.stringify([request.heights, request.links]);
  const known = kept.get(shape);
  if (known) {
    // Moves the entry to the end: the least recently used one is evicted first.
    kept.delete(shape);
    kept.set(shape, known);
    return known;
  }
  const layout =
    layoutChoice(request) === 'plain at once'
      ? layeredLayout(request)
      : // If the worker fails to start, the layered layout is fast enough for the main thread.
        inWorker(request).catch(() => layeredLayout(request));
  const planned = { heights: request.heights, layout };
  kept.set(shape, planned);
  for (const oldest of kept.keys()) {
    if (kept.size <= MAX_CACHED) break;
    kept.delete(oldest);
  }
  return planned;
}

async function inWorker(request: LayoutRequest): Promise<GraphLayout> {
  const worker = startWorker(layoutWorkerUrl);
  try {
    return await new Promise<GraphLayout>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<GraphLayoutReply>) => {
        if (data.kind === 'done') resolve(data.layout);
        else reject(new Error(data.message));
      });
      worker.addEventListener('error', () => reject(new Error('The layout worker did not start')));
      worker.postMessage(request);
    });
  } finally {
    worker.terminate();
  }
}
