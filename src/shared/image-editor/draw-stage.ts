import type { ImageDocument } from './image-document';
import { samplingOf, toShown, transformOf, type Orientation, type Size } from './orientation';
import type { Box } from './pixels/brush';
import { shadeMask } from './pixels/sample-mask';
import type { View } from './view';

export interface StageLook {
  view: View;
  orientation: Orientation;
  stage: Size;
  /** Canvas pixels per CSS pixel. */
  density: number;
}

/** More would take time without being visible. */
const MAX_DENSITY = 2;

export function stageDensity(): number {
  return Math.min(MAX_DENSITY, window.devicePixelRatio);
}

export function drawImage(canvas: HTMLCanvasElement, { image, size }: ImageDocument, look: StageLook): void {
  const context = sizedContext(canvas, look);
  if (!context) return;
  const { view, orientation, density } = look;
  context.setTransform(view.scale * density, 0, 0, view.scale * density, view.x * density, view.y * density);
  context.transform(...transformOf(size, orientation));
  // Enlarged pixels stay visible, so that a mask can be drawn along them.
  context.imageSmoothingEnabled = view.scale * density < 2;
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0);
}

export function drawMask(canvas: HTMLCanvasElement, document: ImageDocument, look: StageLook): void {
  const context = sizedContext(canvas, look);
  if (context) shade(context, document, look, { x: 0, y: 0, ...look.stage });
}

/** Renders only the changed pixels of the source. */
export function drawMaskPart(
  canvas: HTMLCanvasElement,
  document: ImageDocument,
  look: StageLook,
  { x, y, width, height }: Box,
): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const { view, orientation } = look;
  const corners = [toShown({ x, y }, document.size, orientation)];
  corners.push(toShown({ x: x + width, y: y + height }, document.size, orientation));
  const onStage = corners.map((corner) => ({ x: corner.x * view.scale + view.x, y: corner.y * view.scale + view.y }));
  const [left, right] = [Math.min(...onStage.map((at) => at.x)), Math.max(...onStage.map((at) => at.x))];
  const [top, bottom] = [Math.min(...onStage.map((at) => at.y)), Math.max(...onStage.map((at) => at.y))];
  shade(context, document, look, { x: left - 1, y: top - 1, width: right - left + 2, height: bottom - top + 2 });
}

/** @param part of the stage, in CSS pixels */
function shade(
  context: CanvasRenderingContext2D,
  { mask, size }: ImageDocument,
  { view, orientation, stage, density }: StageLook,
  part: Box,
): void {
  const left = Math.max(0, Math.floor(part.x * density));
  const top = Math.max(0, Math.floor(part.y * density));
  const right = Math.min(Math.floor(stage.width * density), Math.ceil((part.x + part.width) * density));
  const bottom = Math.min(Math.floor(stage.height * density), Math.ceil((part.y + part.height) * density));
  if (mask === null || right <= left || bottom <= top) return;
  const pixels = context.createImageData(right - left, bottom - top);
  const from = { x: (left / density - view.x) / view.scale, y: (top / density - view.y) / view.scale };
  const sampling = samplingOf(size, orientation, from, 1 / (view.scale * density));
  shadeMask(mask, sampling, pixels.data, right - left);
  context.putImageData(pixels, left, top);
}

function sizedContext(canvas: HTMLCanvasElement, { stage, density }: StageLook): CanvasRenderingContext2D | null {
  canvas.width = Math.floor(stage.width * density);
  canvas.height = Math.floor(stage.height * density);
  return canvas.getContext('2d');
}
