import { NODE_HEIGHT, NODE_WIDTH } from './layout/layout-size';

/** Camera position. A point of the graph times zoom, plus x and y, gives pixels of the view. */
export interface Camera {
  x: number;
  y: number;
  zoom: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface Box extends Size {
  x: number;
  y: number;
}

export const MAX_ZOOM = 2;
/** Below this zoom no text is readable: nodes are plain boxes. */
export const TEXTLESS_ZOOM = 0.35;
const SMALLEST_ZOOM = 0.04;
const MARGIN = 24;
/** A graph that would initially be smaller than this shows its start instead. */
const MIN_FIRST_ZOOM = 0.45;
const FIRST_ZOOM = 0.7;
/** Maximum number of node areas in the view at once. */
const MAX_NODES_IN_VIEW = 800;

/** Returns the minimum zoom: a graph of 10,000 nodes must not be rendered whole. */
export function minZoom(nodes: number, view: Size): number {
  if (nodes <= MAX_NODES_IN_VIEW) return SMALLEST_ZOOM;
  const room = NODE_WIDTH * NODE_HEIGHT * 2 * MAX_NODES_IN_VIEW;
  return Math.max(SMALLEST_ZOOM, Math.min(1, Math.sqrt((view.width * view.height) / room)));
}

/** Centers the whole graph, at most at its natural size; a graph that is too wide is aligned to its left edge. */
export function fitCamera(graph: Size, view: Size, least: number): Camera {
  const wanted = Math.min(
    (view.width - 2 * MARGIN) / Math.max(1, graph.width),
    (view.height - 2 * MARGIN) / Math.max(1, graph.height),
  );
  const zoom = Math.max(least, Math.min(1, wanted));
  const spare = view.width - graph.width * zoom;
  return { zoom, x: spare < 0 ? MARGIN : spare / 2, y: (view.height - graph.height * zoom) / 2 };
}

/** Returns the initial camera: the whole graph if it is readable at that size, otherwise the node of interest or the first one. */
export function firstCamera(graph: Size, view: Size, interest: Box | null): Camera {
  const fit = fitCamera(graph, view, 0);
  if (fit.zoom >= MIN_FIRST_ZOOM || !interest) return fit;
  const camera = centerCamera(interest, view, FIRST_ZOOM);
  return { ...camera, x: Math.min(camera.x, MARGIN) };
}

export function centerCamera(box: Box, view: Size, zoom: number): Camera {
  return {
    zoom,
    x: view.width / 2 - (box.x + box.width / 2) * zoom,
    y: view.height / 2 - (box.y + box.height / 2) * zoom,
  };
}

export function isInView(box: Box, view: Size, { x, y, zoom }: Camera): boolean {
  const left = box.x * zoom + x;
  const top = box.y * zoom + y;
  return left >= 0 && top >= 0 && left + box.width * zoom <= view.width && top + box.height * zoom <= view.height;
}

/** Zooms around the middle of the view. */
export function zoomedCamera({ x, y, zoom }: Camera, view: Size, factor: number, least: number): Camera {
  const next = Math.max(least, Math.min(MAX_ZOOM, zoom * factor));
  const ratio = next / zoom;
  return {
    zoom: next,
    x: view.width / 2 - (view.width / 2 - x) * ratio,
    y: view.height / 2 - (view.height / 2 - y) * ratio,
  };
}
