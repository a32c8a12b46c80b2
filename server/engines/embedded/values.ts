import { LosslessNumber, type JsonValue } from '@contract/json/lossless';
import { NodeFailure } from './node-failure';
import type { Raster } from './kernels/raster';

/** Frames of a value that a node reads. */
export type Frames = readonly [Raster, ...Raster[]];

/** Value of a link. Rasters are shared between nodes and the cache, so they must not be changed once created. */
export type NodeValue =
  | { kind: 'image'; frames: readonly Raster[] }
  | { kind: 'mask'; frames: readonly Raster[] }
  | { kind: 'literal'; value: JsonValue };

/**
 * Maximum number of pixels of one value, all frames together (300 MB). ComfyUI is limited by memory only, but a process that
 * runs out of memory loses the job's log.
 */
export const MAX_PIXELS = 100_000_000;

/** Checks the size of a value. @throws NodeFailure if it is too large */
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

export function hasFrames(frames: readonly Raster[]): frames is Frames {
  return frames.length > 0;
}

export function valueBytes(value: NodeValue): number {
  if (value.kind === 'literal') return 64;
  return value.frames.reduce((sum, frame) => sum + frame.data.byteLength, 0);
}

/** Returns a human-readable description of a value. */
export function describeValue(value: NodeValue): string {
  if (value.kind === 'literal') {
    return value.value instanceof LosslessNumber ? value.value.raw : JSON.stringify(value.value);
  }
  const [first] = value.frames;
  const size = first ? `${first.width} × ${first.height}` : 'nothing';
  const count = value.frames.length;
  return count > 1 ? `${count} ${value.kind}s of ${size}` : `${value.kind} ${size}`;
}
