export interface Size {
  width: number;
  height: number;
}

/** A point in the viewport, in CSS pixels from its upper left corner. */
export interface Point {
  x: number;
  y: number;
}

/** The visible part of an image. Independent of the viewport size, so that two viewports can share it. */
export interface View {
  /** CSS pixels per image pixel; `null` fits the whole image. */
  zoom: number | null;
  /** The point of the image at the center of the viewport: 0 to 1 of its width and height. */
  x: number;
  y: number;
}

export const WHOLE: View = { zoom: null, x: 0.5, y: 0.5 };

/** Position and size of an image in its viewport. */
export interface Placement extends Size {
  left: number;
  top: number;
  zoom: number;
}

export interface Geometry {
  image: Size;
  stage: Size;
}

const MAX_ZOOM = 32;
/** Small images are enlarged at most this much to fit the viewport. */
const MAX_FIT_ZOOM = 4;
/** From this zoom on, single pixels are drawn as squares. */
export const PIXEL_ZOOM = 2;
const SAME_ZOOM = 0.01;

export function fitZoom({ image, stage }: Geometry): number {
  return Math.min(stage.width / image.width, stage.height / image.height, MAX_FIT_ZOOM);
}

export function place({ zoom, x, y }: View, geometry: Geometry): Placement {
  const { image, stage } = geometry;
  const scale = zoom ?? fitZoom(geometry);
  const width = image.width * scale;
  const height = image.height * scale;
  return {
    zoom: scale,
    width,
    height,
    left: startOf(stage.width / 2 - x * width, width, stage.width),
    top: startOf(stage.height / 2 - y * height, height, stage.height),
  };
}

/** Changes the zoom and keeps the content under `point` in place; without a point, the center. */
export function zoomTo(view: View, geometry: Geometry, wanted: number, point?: Point): View {
  const { image, stage } = geometry;
  const fit = fitZoom(geometry);
  const zoom = Math.min(MAX_ZOOM, Math.max(Math.min(fit, 1), wanted));
  if (Math.abs(zoom / fit - 1) < SAME_ZOOM) return WHOLE;
  const now = place(view, geometry);
  const { x, y } = point ?? { x: stage.width / 2, y: stage.height / 2 };
  const ratio = zoom / now.zoom;
  return settled(zoom, { x: x - (x - now.left) * ratio, y: y - (y - now.top) * ratio }, { image, stage });
}

/** Pans the image by CSS pixels; its edges never move inside those of the viewport. */
export function panView(view: View, geometry: Geometry, dx: number, dy: number): View {
  if (view.zoom === null) return view;
  const { left, top } = place(view, geometry);
  return settled(view.zoom, { x: left + dx, y: top + dy }, geometry);
}

/** Returns true if the image is larger than the viewport. */
export function isPannable({ width, height }: Size, stage: Size): boolean {
  return width > stage.width + 1 || height > stage.height + 1;
}

function settled(zoom: number, { x, y }: Point, { image, stage }: Geometry): View {
  const width = image.width * zoom;
  const height = image.height * zoom;
  return {
    zoom,
    x: (stage.width / 2 - startOf(x, width, stage.width)) / width,
    y: (stage.height / 2 - startOf(y, height, stage.height)) / height,
  };
}

/** Returns where a side starts: centered if it fits, otherwise limited so that no edge stays empty. */
function startOf(wanted: number, length: number, room: number): number {
  return length <= room ? (room - length) / 2 : Math.min(0, Math.max(room - length, wanted));
}

/** Returns the largest known size of images that share a viewport, so that no image loses detail. */
export function largestOf(sizes: readonly (Size | undefined)[]): Size | null {
  const area = (size: Size) => size.width * size.height;
  const known = sizes.filter((size) => size !== undefined);
  return known.reduce<Size | null>((best, size) => (best && area(best) >= area(size) ? best : size), null);
}
