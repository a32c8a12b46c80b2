import type { Raster, Work } from '../kernels/raster';
import { NodeFailure } from '../node-failure';
import type { NodeContext } from '../node-run';
import { assertFits } from '../values';

/** One kernel over every frame. A batch of one shared frame is computed once. */
export async function eachFrame(
  frames: readonly Raster[],
  context: NodeContext,
  work: (frame: Raster) => Work<Raster>,
): Promise<Raster[]> {
  const done = new Map<Raster, Raster>();
  for (const frame of frames) {
    if (done.has(frame)) continue;
    const result = await context.compute(work(frame));
    assertFits(result.width, result.height, done.size + 1);
    done.set(frame, result);
  }
  return frames.map((frame) => done.get(frame) as Raster);
}

/** As `eachFrame`, for kernels that need no breath. */
export function mapFrames(frames: readonly Raster[], change: (frame: Raster) => Raster): Raster[] {
  const done = new Map<Raster, Raster>();
  return frames.map((frame) => {
    const known = done.get(frame);
    if (known) return known;
    const result = change(frame);
    assertFits(result.width, result.height, done.size + 1);
    done.set(frame, result);
    return result;
  });
}

/** Pairs frames of two batches: as many, or one of them single. */
export function pairFrames(first: readonly Raster[], second: readonly Raster[]): [Raster, Raster][] {
  const count = Math.max(first.length, second.length);
  if (Math.min(first.length, second.length) !== 1 && first.length !== second.length) {
    throw new NodeFailure(`Batches of ${first.length} and ${second.length} images do not pair up`);
  }
  return Array.from({ length: count }, (_, index) => [
    (first[index] ?? first[0]) as Raster,
    (second[index] ?? second[0]) as Raster,
  ]);
}
