import { Background, BackgroundVariant, ReactFlow, type OnMove } from '@xyflow/react';
import { use, useId, useMemo, useState, type KeyboardEvent } from 'react';
import { classNames } from '@/lib/class-names';
import { cspNonce } from '@/lib/csp-nonce';
import { useElementSize } from '@/lib/use-element-size';
import { keyHint } from '../shortcuts/key-labels';
import { keysOf, useKeymap } from '../shortcuts/keymap';
import { useShortcuts } from '../shortcuts/use-shortcuts';
import { flowNodes } from './flow-nodes';
import type { PlannedLayout } from './graph-layout';
import { GraphLinks } from './graph-links';
import type { GraphModel } from './graph-model';
import { GraphNode } from './graph-node';
import { foldLayout } from './fold-layout';
import { FarProvider, nodeSentence, runningNode, stateOf, useGraphShow } from './graph-show';
import { GraphOverview } from './graph-overview';
import { GraphToolbar } from './graph-toolbar';
import { NODE_WIDTH, type GraphLayout } from './layout-size';
import { linkPaths } from './link-paths';
import { useCamera } from './use-camera';
import { FAR_ZOOM, firstCamera, MAX_ZOOM, minZoom, type Box, type Size } from './viewport';
import flowStyles from '@xyflow/react/dist/base.css?inline';
import ownStyles from './graph.css?inline';

export interface GraphPlan {
  model: GraphModel;
  heights: readonly number[];
  layout: PlannedLayout;
}

interface GraphCanvasProps {
  plan: GraphPlan;
  label: string;
  onSelectNode: ((id: string | null) => void) | undefined;
}

/** Waits for the layout, then for its own size, so that the first picture is the right one. */
export function GraphCanvas({ plan, ...rest }: GraphCanvasProps) {
  const layout = plan.layout instanceof Promise ? use(plan.layout) : plan.layout;
  const { ref, size } = useElementSize();
  return (
    <div ref={ref} className="absolute inset-0">
      {/* With the code: a file of styles that does not come would leave a graph without any. */}
      <style href="graph" precedence="graph" nonce={cspNonce()}>
        {flowStyles + ownStyles}
      </style>
      {size && size.width > 0 && size.height > 0 ? <Drawing {...rest} plan={plan} layout={layout} view={size} /> : null}
    </div>
  );
}

const nodeTypes = { graph: GraphNode };
const proOptions = { hideAttribution: true };

/** Beyond it only what is in view is drawn. */
const MAX_DRAWN_WHOLE = 100;
const PAN_STEP_PX = 80;
const ZOOM_STEP = 1.3;

interface DrawingProps extends GraphCanvasProps {
  layout: GraphLayout;
  view: Size;
}

function Drawing({ plan: { model, heights }, layout: straight, view, label, onSelectNode }: DrawingProps) {
  const show = useGraphShow();
  // By the shape of the pane as it opened: nodes that moved whenever it changes would be lost from sight.
  const [firstView] = useState(view);
  const layout = useMemo(() => foldLayout(straight, heights, firstView), [straight, heights, firstView]);
  const { selectedId, states, pictures, problems } = show;
  const [isFollowing, setIsFollowing] = useState(false);
  const hintId = useId();
  const picturedIds = JSON.stringify([...pictures.keys()]);
  const nodes = useMemo(
    () => flowNodes(model, layout, heights, new Set(JSON.parse(picturedIds) as string[])),
    [model, layout, heights, picturedIds],
  );
  const links = useMemo(() => linkPaths(model, layout, heights), [model, layout, heights]);
  const runningId = runningNode(states);
  const boxes = useMemo(() => boxesOf(model, layout, heights), [model, layout, heights]);
  const boxOf = (id: string | null) => (id === null ? null : (boxes.get(id) ?? null));
  const leastZoom = minZoom(model.nodes.length, view);
  const [first] = useState(() => {
    const ended = states ? [...pictures.keys()].find((id) => boxes.has(id)) : undefined;
    const interest = boxOf(selectedId ?? runningId ?? [...problems.keys()][0] ?? ended ?? model.nodes[0]?.id ?? null);
    // All of a graph that is drawn whole anyway: what is cut off looks as if it were not there.
    return firstCamera(layout, view, model.nodes.length <= MAX_DRAWN_WHOLE ? null : interest);
  });
  const [isFar, setIsFar] = useState(first.zoom < FAR_ZOOM);
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
    '+': () => camera.zoom(ZOOM_STEP),
    '=': () => camera.zoom(ZOOM_STEP),
    '-': () => camera.zoom(1 / ZOOM_STEP),
    ']': () => step(1),
    '[': () => step(-1),
    ...(selectedId === null ? {} : { Escape: () => onSelectNode?.(null) }),
  };
  useShortcuts({
    fit: () => {
      camera.fit();
      // An image beside it fits on the same press.
      return false;
    },
  });
  const [fitKeys] = useKeymap((state) => keysOf('fit', state));
  const onKeyDown = (event: KeyboardEvent) => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  const onMove: OnMove = (event, { zoom }) => {
    setIsFar(zoom < FAR_ZOOM);
    if (!event) return;
    camera.onMovedByHand();
    // Zooming in on what is followed is no wish to look elsewhere.
    if (event.type !== 'wheel') setIsFollowing(false);
  };

  const selected = selectedId === null ? undefined : model.nodes[model.indexOf.get(selectedId) ?? -1];
  return (
    <>
      <FarProvider value={isFar}>
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
          <GraphLinks links={links} />
          {nodes.length > MAX_DRAWN_WHOLE ? (
            <GraphOverview boxes={boxes} graph={layout} onMove={camera.moveTo} />
          ) : null}
          {isFar ? null : <Background variant={BackgroundVariant.Dots} gap={24} size={1.5} color="var(--line)" />}
        </ReactFlow>
      </FarProvider>
      <p
        id={hintId}
        className="pointer-events-none absolute top-3 left-3 z-10 max-w-[80%] rounded-md border border-line bg-panel px-2 py-1 text-sm text-muted opacity-0 peer-focus-visible:opacity-100"
      >
        Arrows move, + and − zoom{fitKeys === undefined ? '' : `, ${keyHint(fitKeys)} fits`}
        {onSelectNode ? ', [ and ] go through the nodes' : ''}
      </p>
      <p aria-live="polite" className="sr-only">
        {selected
          ? nodeSentence(selected.title, selected.id, stateOf(show, selected.id), show.problems.get(selected.id))
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

function boxesOf({ nodes }: GraphModel, { x, y }: GraphLayout, heights: readonly number[]): ReadonlyMap<string, Box> {
  return new Map(
    nodes.map(({ id }, index) => [
      id,
      { x: x[index] ?? 0, y: y[index] ?? 0, width: NODE_WIDTH, height: heights[index] ?? 0 },
    ]),
  );
}
