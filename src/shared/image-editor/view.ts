import type { Point } from './pixels/brush';
import type { Size } from './orientation';

/** Where the shown image is on the stage: a pixel of it is `scale` CSS pixels wide. */
export interface View {
  scale: number;
  x: number;
  y: number;
}

const MARGIN = 24;
const MAX_SCALE = 32;

export function fitView(image: Size, stage: Size): View {
  const room = { width: Math.max(1, stage.width - 2 * MARGIN), height: Math.max(1, stage.height - 2 * MARGIN) };
  const scale = Math.min(room.width / image.width, room.height / image.height, 8);
  return { scale, x: (stage.width - image.width * scale) / 2, y: (stage.height - image.height * scale) / 2 };
}

/** Zooms around a point of the stage, which stays where it is. */
export function zoomView(view: View, factor: number, at: Point, image: Size, stage: Size): View {
  const least = Math.min(fitView(image, stage).scale, 1) / 4;
  const scale = Math.max(least, Math.min(MAX_SCALE, view.scale * factor));
  const change = scale / view.scale;
  return { scale, x: at.x - (at.x - view.x) * change, y: at.y - (at.y - view.y) * change };
}

export function toImage({ x, y }: Point, view: View): Point {
  return { x: (x - view.x) / view.scale, y: (y - view.y) / view.scale };
}
