import { startWorker } from '@/lib/trusted-worker';
import type { GraphLayoutReply } from '@/workers/graph-layout-messages';
// oxlint-disable-next-line import/default -- Vite makes the module of this address
import layoutWorkerUrl from '@/workers/graph-layout-worker?worker&url';
import { layeredLayout } from './layered-layout';
import { layoutChoice } from './layout-choice';
import type { GraphLayout, LayoutRequest } from './layout-size';

/** There at once, or as a promise that never rejects. */
export type PlannedLayout = GraphLayout | Promise<GraphLayout>;

const MAX_KEPT = 12;

/** By shape: a run of the same workflow with other values finds its layout here. */
const kept = new Map<string, PlannedLayout>();

/** The same for the same shape, as `use` of React wants it. */
export function graphLayout(request: LayoutRequest): PlannedLayout {
  const shape = JSON.stringify([request.heights, request.links]);
  const known = kept.get(shape);
  if (known) {
    // The one that was used last is forgotten last.
    kept.delete(shape);
    kept.set(shape, known);
    return known;
  }
  const layout =
    layoutChoice(request) === 'plain at once'
      ? layeredLayout(request)
      : // Where no worker can be had the plain layout is quick enough for the page itself.
        inWorker(request).catch(() => layeredLayout(request));
  kept.set(shape, layout);
  for (const oldest of kept.keys()) {
    if (kept.size <= MAX_KEPT) break;
    kept.delete(oldest);
  }
  return layout;
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
