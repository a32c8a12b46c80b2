import type { Raster, Work } from '../kernels/raster';
import { NodeFailure } from '../node-failure';
import type { NodeContext } from '../node-implementation';
import { assertFits } from '../values';

/** Runs a kernel on every frame. Shared frames of a batch are computed once. */
export async function eachFrame(
  frames: readonly Raster[],
  context: NodeContext,
  work: (frame: Raster) => Work<Raster>,
): Promise<Raster[]> {
  const done = new Map<Raster, Raster>();
  const results: Raster[] = [];
  for (const frame of frames) {
    let result = done.get(frame);
    if (!result) {
      result = await context.compute(work(frame));
      assertFits(result.width, result.height, done.size + 1);
      done.set(frame, result);
    }
    results.push(result);
  }
  return results;
}

/** Like `eachFrame`, for short kernels that do not yield. */
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

/** Pairs the frames of two batches of equal length; a single frame is paired with all. */
export function pairFrames(first: readonly Raster[], second: readonly Raster[]): [Raster, Raster][] {
  const count = Math.max(first.length, second.length);
  if (Math.min(first.length, second.length) !== 1 && first.length !== second.length) {
    throw new NodeFailure(`Batches of ${first.length} and ${second.length} images do not pair up`);
  }
  const [one] = first;
  const [other] = second;
  if (!one || !other) return [];
  return Array.from({ length: count }, (_, index) => [first[index] ?? one, second[index] ?? other]);
}
