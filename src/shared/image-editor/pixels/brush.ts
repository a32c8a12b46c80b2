import type { Mask } from './mask';

export interface Point {
  x: number;
  y: number;
}

/** Whole pixels. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Brush {
  /** In pixels of the image. */
  radius: number;
  /** Part of the radius that is painted fully, 0 to 1; the rest fades out. */
  hardness: number;
  /** Mask value that a stroke reaches, 0 to 1. */
  strength: number;
  isEraser: boolean;
}

/** Pixels that a segment of a stroke can change; `null` outside of the mask. */
export function segmentBox({ width, height }: Mask, from: Point, to: Point, radius: number): Box | null {
  const reach = radius + 1;
  const left = Math.max(0, Math.floor(Math.min(from.x, to.x) - reach));
  const top = Math.max(0, Math.floor(Math.min(from.y, to.y) - reach));
  const right = Math.min(width, Math.ceil(Math.max(from.x, to.x) + reach));
  const bottom = Math.min(height, Math.ceil(Math.max(from.y, to.y) + reach));
  return right > left && bottom > top ? { x: left, y: top, width: right - left, height: bottom - top } : null;
}

/**
 * Paints a line with round ends. A stroke raises a value to its strength at most, however often it crosses itself, so that a soft
 * brush leaves no seams where two segments meet.
 */
export function paintSegment(mask: Mask, from: Point, to: Point, brush: Brush): void {
  const box = segmentBox(mask, from, to, brush.radius);
  if (box === null) return;
  const { data, width } = mask;
  const [lineX, lineY] = [to.x - from.x, to.y - from.y];
  const length = lineX * lineX + lineY * lineY;
  const outer = brush.radius + 0.5;
  const fade = Math.max(1, brush.radius * (1 - brush.hardness));
  for (let y = box.y; y < box.y + box.height; y += 1) {
    const offsetY = y + 0.5 - from.y;
    for (let x = box.x; x < box.x + box.width; x += 1) {
      const offsetX = x + 0.5 - from.x;
      const along = length === 0 ? 0 : Math.min(1, Math.max(0, (offsetX * lineX + offsetY * lineY) / length));
      const [awayX, awayY] = [offsetX - along * lineX, offsetY - along * lineY];
      const squared = awayX * awayX + awayY * awayY;
      if (squared >= outer * outer) continue;
      const cover = Math.min(1, (outer - Math.sqrt(squared)) / fade);
      const value = Math.round(255 * brush.strength * cover);
      const at = y * width + x;
      if (brush.isEraser) data[at] = Math.min(data[at], 255 - value);
      else data[at] = Math.max(data[at], value);
    }
  }
}
