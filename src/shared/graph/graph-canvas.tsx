import { Background, BackgroundVariant, ReactFlow, useStoreApi, type OnMove } from '@xyflow/react';
import { use, useId, useLayoutEffect, useMemo, useState, type KeyboardEvent } from 'react';
import { classNames } from '@/lib/class-names';
import { cspNonce } from '@/lib/csp-nonce';
import { useElementSize } from '@/lib/hooks/use-element-size';
import { t } from '@/lib/i18n/messages';
import { useKeyHints } from '../commands/key-labels';
import { takeControlKey } from '../commands/key-listener';
import { useCommands } from '../commands/use-commands';
import { AuthorFramesLayer } from './author-frames';
import { flowNodes } from './flow-nodes';
import type { AuthorFrames } from './layout/author-plan';
import type { PlannedGraph } from './layout/graph-layout';
import { GraphLinks } from './graph-links';
import type { GraphModel, GraphShape } from './graph-model';
import { GraphNode } from './graph-node';
import { foldLayout } from './layout/fold-layout';
import {
  ModelProvider,
  ZoomedOutProvider,
  nodeDescription,
  runningNode,
  stateOf,
  useGraphViewState,
} from './graph-view-state';
import { GraphOverview } from './graph-overview';
import { GraphToolbar } from './graph-toolbar';
import { NODE_WIDTH, type GraphLayout } from './layout/layout-size';
import { linkPaths } from './link-paths';
import { useCamera } from './use-camera';
import { TEXTLESS_ZOOM, firstCamera, MAX_ZOOM, minZoom, type Box, type Camera, type Size } from './viewport';
import flowStyles from '@xyflow/react/dist/base.css?inline';
import ownStyles from './graph.css?inline';

export interface GraphPlan extends PlannedGraph {
  model: GraphModel;
  /** Present if the nodes are where the author placed them. */
  frames?: AuthorFrames;
}

interface GraphCanvasProps {
  plan: GraphPlan;
  label: string;
  onSelectNode: ((id: string | null) => void) | undefined;
}

/** Waits for the layout and for its own size, so that the first render is already correct. */
export function GraphCanvas({ plan, ...rest }: GraphCanvasProps) {
  const layout = plan.layout instanceof Promise ? use(plan.layout) : plan.layout;
  const { ref, size } = useElementSize();
  return (
    <div ref={ref} className="absolute inset-0">
      {/* Bundled with the code: if a separate stylesheet failed to load, the graph would be unstyled. */}
      <style href="graph" precedence="graph" nonce={cspNonce()}>
        {flowStyles + ownStyles}
      </style>
      {size && size.width > 0 && size.height > 0 ? (
        // Another layout starts with a view of its own.
        <Drawing key={plan.frames ? 'author' : 'tidy'} {...rest} plan={plan} layout={layout} view={size} />
      ) : null}
    </div>
  );
}

const nodeTypes = { graph: GraphNode };
const proOptions = { hideAttribution: true };

/** Maximum number of nodes rendered at once; larger graphs render only the visible ones. */
const MAX_DRAWN_WHOLE = 100;
const KEY_HINTS = [
  ['zoom-in', (key: string) => t('{key} zooms in', { key })],
  ['zoom-out', (key: string) => t('{key} zooms out', { key })],
  ['fit', (key: string) => t('{key} fits', { key })],
] as const;
const PAN_STEP_PX = 80;
const ZOOM_STEP = 1.3;

interface DrawingProps extends GraphCanvasProps {
  layout: GraphLayout;
  view: Size;
}

function Drawing({ plan: { model, heights, frames }, layout: straight, view, label, onSelectNode }: DrawingProps) {
  const show = useGraphViewState();
  const { shape } = model;
  // Uses the initial shape of the pane: the user would lose sight of nodes that move on every resize.
  const [firstView] = useState(view);
  const layout = useMemo(
    () => (straight.widths ? straight : foldLayout(straight, heights, firstView)),
    [straight, heights, firstView],
  );
  const { selectedId, states, images, problems } = show;
  const [isFollowing, setIsFollowing] = useState(false);
  const hintId = useId();
  const idsWithImage = JSON.stringify([...images.keys()]);
  const nodes = useMemo(
    () => flowNodes(shape, layout, heights, new Set(JSON.parse(idsWithImage) as string[])),
    [shape, layout, heights, idsWithImage],
  );
  const links = useMemo(() => linkPaths(shape, layout, heights), [shape, layout, heights]);
  const runningId = runningNode(states);
  const boxes = useMemo(() => boxesOf(shape, layout, heights), [shape, layout, heights]);
  const boxOf = (id: string | null) => (id === null ? null : (boxes.get(id) ?? null));
  const leastZoom = minZoom(model.nodes.length, view);
  const [first] = useState(() => {
    const finished = states ? [...images.keys()].find((id) => boxes.has(id)) : undefined;
    const interest = boxOf(
      selectedId ?? runningId ?? [...problems.keys()][0] ?? finished ?? model.nodes[0]?.id ?? null,
    );
    // Shows all of a graph that is rendered whole: users would take clipped nodes for missing ones.
    return firstCamera(layout, view, model.nodes.length <= MAX_DRAWN_WHOLE ? null : interest);
  });
  const [isFar, setIsFar] = useState(first.zoom < TEXTLESS_ZOOM);
  const camera = useCamera({
    graph: layout,
    view,
    leastZoom,
    selected: boxOf(selectedId),
    followed: isFollowing ? boxOf(runningId) : null,
  });

  const select = (id: string) => onSelectNode?.(id);
  const step = (by: number) => {
    const now = selectedId === null ? undefined : model.indexOf.get(selectedId);
    const next = model.nodes[now === undefined ? (by > 0 ? 0 : model.nodes.length - 1) : now + by];
    if (next) select(next.id);
  };
  const keys: Record<string, () => void> = {
    ArrowLeft: () => camera.pan(-PAN_STEP_PX, 0),
    ArrowRight: () => camera.pan(PAN_STEP_PX, 0),
    ArrowUp: () => camera.pan(0, -PAN_STEP_PX),
    ArrowDown: () => camera.pan(0, PAN_STEP_PX),
    ']': () => step(1),
    '[': () => step(-1),
    ...(selectedId === null ? {} : { Escape: () => onSelectNode?.(null) }),
  };
  useCommands({
    fit: () => {
      camera.fit();
      // Leaves the key to an image beside the graph, which then fits too.
      return false;
    },
  });
  const zoomActs = {
    'zoom-in': () => camera.zoom(ZOOM_STEP),
    'zoom-out': () => camera.zoom(1 / ZOOM_STEP),
  };
  const hints = useKeyHints(KEY_HINTS);
  const onKeyDown = (event: KeyboardEvent) => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
    if (act) act();
    else if (!takeControlKey(event.nativeEvent, zoomActs)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onMove: OnMove = (event, { zoom }) => {
    setIsFar(zoom < TEXTLESS_ZOOM);
    if (!event) return;
    camera.onMovedByHand();
    // Zooming in on the followed node does not stop following it.
    if (event.type !== 'wheel') setIsFollowing(false);
  };

  const selected = selectedId === null ? undefined : model.nodes[model.indexOf.get(selectedId) ?? -1];
  return (
    <>
      <ModelProvider value={model}>
        <ZoomedOutProvider value={isFar}>
          <ReactFlow
            className={classNames('graph peer', isFar && 'graph-far', onSelectNode && 'graph-selectable')}
            nodes={nodes}
            nodeTypes={nodeTypes}
            width={view.width}
            height={view.height}
            defaultViewport={first}
            minZoom={leastZoom}
            maxZoom={MAX_ZOOM}
            onlyRenderVisibleElements={nodes.length > MAX_DRAWN_WHOLE}
            nodesDraggable={false}
            nodesConnectable={false}
            nodesFocusable={false}
            elementsSelectable={false}
            disableKeyboardA11y
            deleteKeyCode={null}
            selectionKeyCode={null}
            multiSelectionKeyCode={null}
            panActivationKeyCode={null}
            zoomActivationKeyCode={null}
            proOptions={proOptions}
            onInit={camera.setFlow}
            onMove={onMove}
            onNodeClick={(_, { id }) => select(id)}
            onPaneClick={() => onSelectNode?.(null)}
            onKeyDown={onKeyDown}
            tabIndex={0}
            aria-label={label}
            aria-describedby={hintId}
          >
            <FirstCamera camera={first} />
            {frames ? <AuthorFramesLayer frames={frames} /> : null}
            <GraphLinks links={links} />
            {nodes.length > MAX_DRAWN_WHOLE ? (
              <GraphOverview boxes={boxes} graph={layout} onMove={camera.moveTo} />
            ) : null}
            {isFar ? null : <Background variant={BackgroundVariant.Dots} gap={24} size={1.5} color="var(--line)" />}
          </ReactFlow>
        </ZoomedOutProvider>
      </ModelProvider>
      <p
        id={hintId}
        className="pointer-events-none absolute top-3 left-3 z-10 max-w-[80%] rounded-md border border-line bg-panel px-2 py-1 text-sm text-muted opacity-0 peer-focus-visible:opacity-100"
      >
        {[t('Arrows move'), ...hints, ...(onSelectNode ? [t('[ and ] go through the nodes')] : [])].join(', ')}
      </p>
      <p aria-live="polite" className="sr-only">
        {selected
          ? nodeDescription(selected.title, selected.id, stateOf(show, selected.id), show.problems.get(selected.id))
          : ''}
      </p>
      <GraphToolbar
        onFit={camera.fit}
        onZoom={(isIn) => camera.zoom(isIn ? ZOOM_STEP : 1 / ZOOM_STEP)}
        isFollowing={isFollowing}
        onFollow={runningId === null && !isFollowing ? null : setIsFollowing}
      />
    </>
  );
}

/** xyflow applies its default view only after the first paint: without this, all nodes would jump from the top left corner. */
function FirstCamera({ camera: { x, y, zoom } }: { camera: Camera }) {
  const store = useStoreApi();
  useLayoutEffect(() => {
    if (store.getState().panZoom === null) store.setState({ transform: [x, y, zoom] });
  }, [store, x, y, zoom]);
  return null;
}

function boxesOf(
  { nodes }: GraphShape,
  { x, y, widths }: GraphLayout,
  heights: readonly number[],
): ReadonlyMap<string, Box> {
  return new Map(
    nodes.map(({ id }, index) => [
      id,
      { x: x[index] ?? 0, y: y[index] ?? 0, width: widths?.[index] ?? NODE_WIDTH, height: heights[index] ?? 0 },
    ]),
  );
}
