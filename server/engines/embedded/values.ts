import { LosslessNumber, type JsonValue } from '@contract/json/lossless';
import { NodeFailure } from './node-failure';
import type { Raster } from './kernels/raster';

/** What travels along links. Rasters are shared between nodes and the cache: nobody changes one after it is made. */
export type NodeValue =
  | { kind: 'image'; frames: readonly Raster[] }
  | { kind: 'mask'; frames: readonly Raster[] }
  | { kind: 'literal'; value: JsonValue };

/**
 * Pixels of one value, all frames together: 300 MB of them. ComfyUI has no bound but the machine's memory, and a
 * process that runs out of it takes the job's log along.
 */
export const MAX_PIXELS = 100_000_000;

/** @throws NodeFailure when a value of this size would be too large. */
export function assertFits(width: number, height: number, frames = 1): void {
  if (width * height * frames <= MAX_PIXELS) return;
  const what = frames === 1 ? `${width} × ${height} pixels` : `${frames} images of ${width} × ${height} pixels`;
  throw new NodeFailure(`${what} are more than this engine holds at once (${MAX_PIXELS / 1_000_000} megapixels)`);
}

export function image(frames: readonly Raster[]): NodeValue {
  return { kind: 'image', frames };
}

export function mask(frames: readonly Raster[]): NodeValue {
  return { kind: 'mask', frames };
}

export function valueBytes(value: NodeValue): number {
  if (value.kind === 'literal') return 64;
  return value.frames.reduce((sum, frame) => sum + frame.data.byteLength, 0);
}

/** For people: what a value is. */
export function describeValue(value: NodeValue): string {
  if (value.kind === 'literal') {
    return value.value instanceof LosslessNumber ? value.value.raw : JSON.stringify(value.value);
  }
  const [first] = value.frames;
  const size = first ? `${first.width} × ${first.height}` : 'nothing';
  const count = value.frames.length;
  return count > 1 ? `${count} ${value.kind}s of ${size}` : `${value.kind} ${size}`;
}
