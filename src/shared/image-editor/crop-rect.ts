import { msg, type Message } from '@/lib/i18n/messages';
import type { Box, Point } from './pixels/brush';
import type { Size } from './orientation';

/** The edges of a crop that a handle moves. */
export interface Handle {
  label: Message;
  horizontal: 'left' | 'right' | null;
  vertical: 'top' | 'bottom' | null;
}

export const HANDLES: readonly Handle[] = [
  { label: msg('Top left corner'), horizontal: 'left', vertical: 'top' },
  { label: msg('Top edge'), horizontal: null, vertical: 'top' },
  { label: msg('Top right corner'), horizontal: 'right', vertical: 'top' },
  { label: msg('Right edge'), horizontal: 'right', vertical: null },
  { label: msg('Bottom right corner'), horizontal: 'right', vertical: 'bottom' },
  { label: msg('Bottom edge'), horizontal: null, vertical: 'bottom' },
  { label: msg('Bottom left corner'), horizontal: 'left', vertical: 'bottom' },
  { label: msg('Left edge'), horizontal: 'left', vertical: null },
];

export function moveRect(rect: Box, { x, y }: Point, bounds: Size): Box {
  return {
    ...rect,
    x: clamp(Math.round(rect.x + x), 0, bounds.width - rect.width),
    y: clamp(Math.round(rect.y + y), 0, bounds.height - rect.height),
  };
}

/** Moves a handle. The opposite edges stay, or the middle if a fixed ratio changes the other side as well. */
export function resizeRect(
  rect: Box,
  { horizontal, vertical }: Handle,
  by: Point,
  ratio: number | null,
  bounds: Size,
): Box {
  let width = rect.width + (horizontal === 'right' ? by.x : horizontal === 'left' ? -by.x : 0);
  let height = rect.height + (vertical === 'bottom' ? by.y : vertical === 'top' ? -by.y : 0);
  const room = {
    width: roomOf(rect.x, rect.width, bounds.width, horizontal === 'left' ? -1 : horizontal === 'right' ? 1 : 0),
    height: roomOf(rect.y, rect.height, bounds.height, vertical === 'top' ? -1 : vertical === 'bottom' ? 1 : 0),
  };
  if (ratio === null) {
    if (horizontal === null) room.width = rect.width;
    if (vertical === null) room.height = rect.height;
  } else if (horizontal === null) width = height * ratio;
  else if (vertical === null) height = width / ratio;
  else width = Math.max(width, height * ratio);
  ({ width, height } = fitSize({ width, height }, ratio, room));
  return {
    x: clamp(startOf(rect.x, rect.width, width, horizontal === 'left', horizontal === null), 0, bounds.width - width),
    y: clamp(startOf(rect.y, rect.height, height, vertical === 'top', vertical === null), 0, bounds.height - height),
    width,
    height,
  };
}

/** Sets the size in pixels; the ratio follows the side that was set. The corner stays if there is room. */
export function sizeRect(rect: Box, size: Partial<Size>, ratio: number | null, bounds: Size): Box {
  const asked = {
    width: size.width ?? (ratio !== null && size.height !== undefined ? size.height * ratio : rect.width),
    height: size.height ?? (ratio !== null && size.width !== undefined ? size.width / ratio : rect.height),
  };
  const fitting = fitSize(asked, ratio, bounds);
  return moveRect({ ...rect, ...fitting }, { x: 0, y: 0 }, bounds);
}

/** The largest part of a crop with this ratio, around its middle. */
export function ratioRect(rect: Box, ratio: number, bounds: Size): Box {
  const { width, height } = fitSize({ width: rect.width, height: rect.width / ratio }, ratio, rect);
  const x = Math.round(rect.x + (rect.width - width) / 2);
  const y = Math.round(rect.y + (rect.height - height) / 2);
  return moveRect({ x, y, width, height }, { x: 0, y: 0 }, bounds);
}

/** Rounds a size to whole pixels within the room; with a ratio both sides shrink alike. */
function fitSize(size: Size, ratio: number | null, room: Size): Size {
  if (ratio === null) {
    return {
      width: clamp(Math.round(size.width), 1, room.width),
      height: clamp(Math.round(size.height), 1, room.height),
    };
  }
  const width = Math.min(size.width, room.width, room.height * ratio);
  return {
    width: clamp(Math.round(width), 1, room.width),
    height: clamp(Math.round(width / ratio), 1, room.height),
  };
}

/** How long a side can become if it grows backwards, forwards or, at 0, from its middle. */
function roomOf(start: number, length: number, bound: number, direction: -1 | 0 | 1): number {
  if (direction < 0) return start + length;
  if (direction > 0) return bound - start;
  return Math.floor(2 * Math.min(start + length / 2, bound - start - length / 2));
}

function startOf(start: number, before: number, after: number, isFromEnd: boolean, isCentered: boolean): number {
  if (isFromEnd) return start + before - after;
  return isCentered ? Math.round(start + (before - after) / 2) : start;
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}
