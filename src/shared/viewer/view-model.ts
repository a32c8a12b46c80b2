export interface Size {
  width: number;
  height: number;
}

/** A place in the stage, in CSS pixels from its upper left corner. */
export interface Point {
  x: number;
  y: number;
}

/** What of a picture is looked at. Nothing in it depends on the size of the stage, so that two stages can share it. */
export interface View {
  /** CSS pixels for one pixel of the picture; null shows the whole. */
  zoom: number | null;
  /** The point of the picture that stands in the middle of the stage: 0 to 1 of its width and height. */
  x: number;
  y: number;
}

export const WHOLE: View = { zoom: null, x: 0.5, y: 0.5 };

/** Where a picture lies in its stage. */
export interface Placement extends Size {
  left: number;
  top: number;
  zoom: number;
}

export interface Geometry {
  picture: Size;
  stage: Size;
}

const MAX_ZOOM = 32;
/** A small picture is enlarged this far by itself, not to the size of a wall. */
const MAX_FIT_ZOOM = 4;
/** From here on the pixels themselves are of interest: they are drawn as squares. */
export const PIXEL_ZOOM = 2;
const SAME_ZOOM = 0.01;

export function fitZoom({ picture, stage }: Geometry): number {
  return Math.min(stage.width / picture.width, stage.height / picture.height, MAX_FIT_ZOOM);
}

export function place({ zoom, x, y }: View, geometry: Geometry): Placement {
  const { picture, stage } = geometry;
  const scale = zoom ?? fitZoom(geometry);
  const width = picture.width * scale;
  const height = picture.height * scale;
  return {
    zoom: scale,
    width,
    height,
    left: startOf(stage.width / 2 - x * width, width, stage.width),
    top: startOf(stage.height / 2 - y * height, height, stage.height),
  };
}

/** Another zoom, with what lies under `point` staying there; without a point the middle stays. */
export function zoomedTo(view: View, geometry: Geometry, wanted: number, point?: Point): View {
  const { picture, stage } = geometry;
  const fit = fitZoom(geometry);
  const zoom = Math.min(MAX_ZOOM, Math.max(Math.min(fit, 1), wanted));
  if (Math.abs(zoom / fit - 1) < SAME_ZOOM) return WHOLE;
  const now = place(view, geometry);
  const { x, y } = point ?? { x: stage.width / 2, y: stage.height / 2 };
  const ratio = zoom / now.zoom;
  return settled(zoom, { x: x - (x - now.left) * ratio, y: y - (y - now.top) * ratio }, { picture, stage });
}

/** Moves the picture by CSS pixels; never so far that its edge leaves the edge of the stage. */
export function pannedBy(view: View, geometry: Geometry, dx: number, dy: number): View {
  if (view.zoom === null) return view;
  const { left, top } = place(view, geometry);
  return settled(view.zoom, { x: left + dx, y: top + dy }, geometry);
}

/** Whether there is more of the picture than the stage can show. */
export function isPannable({ width, height }: Size, stage: Size): boolean {
  return width > stage.width + 1 || height > stage.height + 1;
}

function settled(zoom: number, { x, y }: Point, { picture, stage }: Geometry): View {
  const width = picture.width * zoom;
  const height = picture.height * zoom;
  return {
    zoom,
    x: (stage.width / 2 - startOf(x, width, stage.width)) / width,
    y: (stage.height / 2 - startOf(y, height, stage.height)) / height,
  };
}

/** Where one side begins: in the middle where there is room to spare, else so that no border stays empty. */
function startOf(wanted: number, length: number, room: number): number {
  return length <= room ? (room - length) / 2 : Math.min(0, Math.max(room - length, wanted));
}

/** Of pictures that share a stage, as far as they are known: no detail is lost in the place of the largest. */
export function largestOf(sizes: readonly (Size | undefined)[]): Size | null {
  const area = (size: Size) => size.width * size.height;
  const known = sizes.filter((size) => size !== undefined);
  return known.reduce<Size | null>((best, size) => (best && area(best) >= area(size) ? best : size), null);
}
