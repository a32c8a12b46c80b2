import type { Box, Point } from './pixels/brush';
import type { Sampling } from './pixels/sample-mask';

export interface Size {
  width: number;
  height: number;
}

/** How the image is shown: mirrored first, then turned. */
export interface Orientation {
  isMirrored: boolean;
  /** Quarter turns clockwise, 0 to 3. */
  turns: number;
}

/** What of the image is used. `crop` is in pixels of the image as shown. */
export interface Frame {
  orientation: Orientation;
  crop: Box;
}

export const UPRIGHT: Orientation = { isMirrored: false, turns: 0 };

export function wholeFrame({ width, height }: Size): Frame {
  return { orientation: UPRIGHT, crop: { x: 0, y: 0, width, height } };
}

export function shownSize({ width, height }: Size, { turns }: Orientation): Size {
  return turns % 2 === 0 ? { width, height } : { width: height, height: width };
}

/** Position on the shown image of a point of the source. */
export function toShown({ x, y }: Point, source: Size, { isMirrored, turns }: Orientation): Point {
  let [atX, atY] = [isMirrored ? source.width - x : x, y];
  let { width, height } = source;
  for (let turn = 0; turn < turns; turn += 1) {
    [atX, atY] = [height - atY, atX];
    [width, height] = [height, width];
  }
  return { x: atX, y: atY };
}

export function toSource({ x, y }: Point, source: Size, { isMirrored, turns }: Orientation): Point {
  let [atX, atY] = [x, y];
  let { width, height } = shownSize(source, { isMirrored, turns });
  for (let turn = 0; turn < turns; turn += 1) {
    [atX, atY] = [atY, width - atX];
    [width, height] = [height, width];
  }
  return { x: isMirrored ? source.width - atX : atX, y: atY };
}

/** Part of the source that is in a part of the shown image. */
export function sourceBox(source: Size, orientation: Orientation, { x, y, width, height }: Box): Box {
  const from = toSource({ x, y }, source, orientation);
  const to = toSource({ x: x + width, y: y + height }, source, orientation);
  return {
    x: Math.min(from.x, to.x),
    y: Math.min(from.y, to.y),
    width: Math.abs(to.x - from.x),
    height: Math.abs(to.y - from.y),
  };
}

/** The six numbers of a canvas transform that draws the source as shown. */
export function transformOf(source: Size, orientation: Orientation): [number, number, number, number, number, number] {
  const origin = toShown({ x: 0, y: 0 }, source, orientation);
  const right = toShown({ x: 1, y: 0 }, source, orientation);
  const down = toShown({ x: 0, y: 1 }, source, orientation);
  return [right.x - origin.x, right.y - origin.y, down.x - origin.x, down.y - origin.y, origin.x, origin.y];
}

/** Samples the source for a raster of `step` shown pixels per pixel that begins at `from`. */
export function samplingOf(source: Size, orientation: Orientation, from: Point, step: number): Sampling {
  const at = (x: number, y: number) =>
    toSource({ x: from.x + (x + 0.5) * step, y: from.y + (y + 0.5) * step }, source, orientation);
  const start = at(0, 0);
  const [column, row] = [at(1, 0), at(0, 1)];
  return {
    start,
    column: { x: column.x - start.x, y: column.y - start.y },
    row: { x: row.x - start.x, y: row.y - start.y },
  };
}

export function turnFrame({ orientation, crop }: Frame, source: Size): Frame {
  const { height } = shownSize(source, orientation);
  return {
    orientation: { ...orientation, turns: (orientation.turns + 1) % 4 },
    crop: { x: height - crop.y - crop.height, y: crop.x, width: crop.height, height: crop.width },
  };
}

export function flipFrame({ orientation, crop }: Frame, source: Size, axis: 'horizontal' | 'vertical'): Frame {
  const { width, height } = shownSize(source, orientation);
  const isMirrored = !orientation.isMirrored;
  return axis === 'horizontal'
    ? {
        orientation: { isMirrored, turns: (4 - orientation.turns) % 4 },
        crop: { ...crop, x: width - crop.x - crop.width },
      }
    : {
        orientation: { isMirrored, turns: (6 - orientation.turns) % 4 },
        crop: { ...crop, y: height - crop.y - crop.height },
      };
}
