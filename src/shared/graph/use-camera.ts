import type { ReactFlowInstance } from '@xyflow/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useMediaQuery } from '@/lib/hooks/use-media-query';
import type { FlowNode } from './flow-nodes';
import { centerCamera, fitCamera, isInView, zoomedCamera, type Box, type Camera, type Size } from './viewport';

export type Flow = ReactFlowInstance<FlowNode>;

const MOVE_MS = 220;
const MIN_NEAR_ZOOM = 0.6;

interface CameraOptions {
  graph: Size;
  view: Size;
  leastZoom: number;
  selected: Box | null;
  /** Box of the followed node; `null` if following is off. */
  followed: Box | null;
}

/** Moves the view for controls, selection and following; gestures are handled by xyflow. */
export function useCamera({ graph, view, leastZoom, selected, followed }: CameraOptions) {
  const [flow, setFlow] = useState<Flow | null>(null);
  const isCalm = useMediaQuery('(prefers-reduced-motion: reduce)');
  /** `false` once the user moved the view: resizing the frame then leaves it unchanged. */
  const isFitted = useRef(true);

  const go = useCallback(
    (change: (now: Camera) => Camera | null, duration = MOVE_MS) => {
      const next = flow ? change(flow.getViewport()) : null;
      if (next) void flow?.setViewport(next, { duration: isCalm ? 0 : duration });
    },
    [flow, isCalm],
  );

  const fit = () => {
    isFitted.current = true;
    go(() => fitCamera(graph, view, leastZoom));
  };
  const pan = (x: number, y: number) => {
    isFitted.current = false;
    go((now) => ({ ...now, x: now.x - x, y: now.y - y }), 0);
  };
  const moveTo = (x: number, y: number) => {
    isFitted.current = false;
    go((now) => centerCamera({ x, y, width: 0, height: 0 }, view, now.zoom), 0);
  };
  const zoom = (factor: number) => {
    isFitted.current = false;
    go((now) => zoomedCamera(now, view, factor, leastZoom));
  };

  // The camera belongs to xyflow: these three effects pass external changes to it.
  const width = useRef(view.width);
  useEffect(() => {
    // Ignores changes of height, such as a panel opening below: a graph that jumps under the pointer is worse than an off-center
    // one.
    if (width.current === view.width) return;
    width.current = view.width;
    if (isFitted.current) go(() => fitCamera(graph, view, leastZoom), 0);
  }, [go, graph, view, leastZoom]);
  useEffect(() => {
    if (selected) go((now) => (isInView(selected, view, now) ? null : nearCamera(selected, view, now)));
  }, [go, selected, view]);
  useEffect(() => {
    if (followed) go((now) => nearCamera(followed, view, now));
  }, [go, followed, view]);

  return { flow, setFlow, fit, pan, zoom, moveTo, onMovedByHand: () => (isFitted.current = false) };
}

function nearCamera(box: Box, view: Size, { zoom }: Camera): Camera {
  return centerCamera(box, view, Math.max(MIN_NEAR_ZOOM, zoom));
}
