import { useStore, type ReactFlowState } from '@xyflow/react';
import { useMemo, type PointerEvent } from 'react';
import type { Box, Size } from './viewport';

const MAX_WIDTH = 168;
const MAX_HEIGHT = 112;
/** Minimum size of a node in the overview, however large the graph. */
const MIN_BOX_PX = 1.5;

interface GraphOverviewProps {
  boxes: ReadonlyMap<string, Box>;
  graph: Size;
  /** Centers the view on a point of the graph. */
  onMove: (x: number, y: number) => void;
}

/** Overview of a large graph that marks the visible part; a click moves the view. */
export function GraphOverview({ boxes, graph, onMove }: GraphOverviewProps) {
  const scale = Math.min(MAX_WIDTH / Math.max(1, graph.width), MAX_HEIGHT / Math.max(1, graph.height));
  const width = Math.max(8, graph.width * scale);
  const height = Math.max(8, graph.height * scale);
  // One path: ten thousand elements would render more slowly than the graph itself.
  const path = useMemo(
    () =>
      [...boxes.values()]
        .map((box) => {
          const [boxWidth, boxHeight] = [box.width, box.height].map((side) => Math.max(MIN_BOX_PX, side * scale));
          return `M${box.x * scale} ${box.y * scale}h${boxWidth}v${boxHeight}h-${boxWidth}z`;
        })
        .join(''),
    [boxes, scale],
  );
  const move = (event: PointerEvent<SVGSVGElement>) => {
    if (event.type === 'pointermove' && event.buttons === 0) return;
    const frame = event.currentTarget.getBoundingClientRect();
    // The overview of a very long graph is thicker than the graph, so the point is limited to the graph.
    onMove(
      Math.min(graph.width, (event.clientX - frame.left) / scale),
      Math.min(graph.height, (event.clientY - frame.top) / scale),
    );
  };
  return (
    // No keyboard support needed: the graph itself is moved by the arrow keys.
    <div
      aria-hidden
      data-overview
      className="nopan nodrag nowheel absolute right-3 bottom-14 z-10 overflow-hidden rounded-md border border-control bg-panel p-1 max-sm:hidden"
    >
      <svg
        width={width}
        height={height}
        className="block cursor-pointer touch-none"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          move(event);
        }}
        onPointerMove={move}
      >
        <path d={path} className="fill-control" />
        <InView scale={scale} />
      </svg>
    </div>
  );
}

function InView({ scale }: { scale: number }) {
  const [x = 0, y = 0, width = 0, height = 0] = useStore(seenPart).split(' ').map(Number);
  return (
    <rect
      x={x * scale}
      y={y * scale}
      width={width * scale}
      height={height * scale}
      className="fill-accent-soft stroke-accent"
    />
  );
}

/** Returns the visible part as text, since text is compared by value. */
function seenPart({ transform: [x, y, zoom], width, height }: ReactFlowState): string {
  return [-x / zoom, -y / zoom, width / zoom, height / zoom].map((value) => Math.round(value)).join(' ');
}
