import { useState, type RefCallback } from 'react';
import { useElementSize } from '@/lib/hooks/use-element-size';
import {
  fitZoom,
  isPannable,
  panView,
  place,
  WHOLE,
  zoomTo,
  type Geometry,
  type Placement,
  type Point,
  type Size,
  type View,
} from './view-model';

export const ZOOM_STEP = 1.25;

export interface Zoom {
  /** `null` until the sizes of image and viewport are known. */
  placement: Placement | null;
  /** Screen pixels per image pixel. */
  scale: number | null;
  isWhole: boolean;
  /** Whether the image is larger than the viewport. */
  canPan: boolean;
  /** Ref of the viewport element. */
  measure: RefCallback<HTMLElement>;
  zoomBy: (factor: number, point?: Point) => void;
  showWhole: () => void;
  showActual: (point?: Point) => void;
  panBy: (dx: number, dy: number) => void;
}

/** Returns the zoom state and controls of an image. @param picture its natural size; `null` until known */
export function useZoom(image: Size | null): Zoom {
  const [view, setView] = useState<View>(WHOLE);
  const { ref, size: stage } = useElementSize();
  const hasSize = image !== null && stage !== null && image.width * image.height * stage.width * stage.height > 0;
  const geometry: Geometry | null = hasSize ? { image, stage } : null;
  const placement = geometry && place(view, geometry);
  const change = (next: (before: View, geometry: Geometry) => View) => {
    if (geometry) setView((before) => next(before, geometry));
  };
  return {
    placement,
    scale: placement && placement.zoom * devicePixelRatio,
    isWhole: view.zoom === null,
    canPan: placement !== null && stage !== null && isPannable(placement, stage),
    measure: ref,
    zoomBy: (factor, point) =>
      change((before, now) => zoomTo(before, now, (before.zoom ?? fitZoom(now)) * factor, point)),
    showWhole: () => setView(WHOLE),
    showActual: (point) => change((before, now) => zoomTo(before, now, 1 / devicePixelRatio, point)),
    panBy: (dx, dy) => change((before, now) => panView(before, now, dx, dy)),
  };
}
