import type { Size } from './orientation';
import type { Point } from './pixels/brush';

const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** Where an arrow key moves the brush: by half its radius, with Shift by one pixel. `null` for other keys. */
export function brushAfterKey(at: Point, key: string, isFine: boolean, radius: number, image: Size): Point | null {
  const direction = ARROWS[key];
  if (!direction) return null;
  const step = isFine ? 1 : Math.max(1, Math.round(radius / 2));
  return {
    x: Math.max(0, Math.min(image.width, Math.round(at.x) + direction.x * step)),
    y: Math.max(0, Math.min(image.height, Math.round(at.y) + direction.y * step)),
  };
}

/** The next size of `[` and `]`: a fifth more or less, and at least one pixel. */
export function nextBrushSize(size: number, direction: 1 | -1, largest: number): number {
  const change = Math.max(1, Math.round(size / 5));
  return Math.max(1, Math.min(largest, size + direction * change));
}
