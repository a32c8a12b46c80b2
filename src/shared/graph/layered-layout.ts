import { fromOrigin, GAP_X, GAP_Y, NODE_WIDTH, type GraphLayout, type LayoutRequest } from './layout-size';
import { neighbours, type Neighbours } from './adjacency';

/**
 * Layers from left to right in time that grows with nodes and links, for graphs that are too large for dagre. Each node
 * stands one layer after the last of its sources; layers are ordered and then set upright by the mean of what their nodes
 * are linked to. Links that span layers get no places of their own: on a chain with skips those would be the square of
 * the nodes.
 */
export function layeredLayout({ heights, links }: LayoutRequest): GraphLayout {
  const count = heights.length;
  const near = neighbours(count, links);
  const layers = layersOf(count, near);
  reorder(layers, near, count);
  const columns = layers.flatMap((layer) => wrapped(layer, count));
  const x = new Float64Array(count);
  for (const [column, nodes] of columns.entries()) for (const node of nodes) x[node] = column * (NODE_WIDTH + GAP_X);
  return fromOrigin(x, upright(columns, heights, near), heights);
}

/** Nodes by layer. A cycle is broken at its first node. */
function layersOf(count: number, { sources, readers }: Neighbours): number[][] {
  const layer = new Int32Array(count);
  const waitingFor = Int32Array.from({ length: count }, (_, node) => sources.of(node).length);
  const isPlaced = new Uint8Array(count);
  const order: number[] = [];
  const ready: number[] = [];
  for (let node = 0; node < count; node += 1) if (waitingFor[node] === 0) ready.push(node);
  let nextUnplaced = 0;
  for (let at = 0; order.length < count; at += 1) {
    while (at >= ready.length) {
      if (!isPlaced[nextUnplaced]) ready.push(nextUnplaced);
      nextUnplaced += 1;
    }
    const node = ready[at] ?? 0;
    if (isPlaced[node]) continue;
    isPlaced[node] = 1;
    order.push(node);
    for (const reader of readers.of(node)) {
      if (isPlaced[reader]) continue;
      layer[reader] = Math.max(layer[reader] ?? 0, (layer[node] ?? 0) + 1);
      const left = (waitingFor[reader] ?? 0) - 1;
      waitingFor[reader] = left;
      if (left === 0) ready.push(reader);
    }
  }
  // What reads from nothing stands right before its first reader, not at the far left.
  for (const node of order) {
    if (sources.of(node).length > 0) continue;
    let first = Infinity;
    for (const reader of readers.of(node)) first = Math.min(first, layer[reader] ?? 0);
    if (first !== Infinity) layer[node] = Math.max(0, first - 1);
  }
  const layers: number[][] = [];
  for (const node of order) (layers[layer[node] ?? 0] ??= []).push(node);
  return layers.filter((nodes) => nodes !== undefined);
}

const ORDER_SWEEPS = 4;

/** Fewer crossings: each layer in the order of the means of its sources, then of its readers, and back. */
function reorder(layers: number[][], { sources, readers }: Neighbours, count: number): void {
  const place = new Float64Array(count);
  const settle = (nodes: readonly number[]) => {
    for (const [index, node] of nodes.entries()) place[node] = (index + 0.5) / nodes.length;
  };
  layers.forEach(settle);
  for (let sweep = 0; sweep < ORDER_SWEEPS; sweep += 1) {
    const isDown = sweep % 2 === 0;
    const linked = isDown ? sources : readers;
    for (let step = 0; step < layers.length; step += 1) {
      const index = isDown ? step : layers.length - 1 - step;
      const nodes = layers[index] ?? [];
      const sorted = sortedBy(nodes, (node) => meanOf(linked.of(node), place) ?? place[node] ?? 0);
      layers[index] = sorted;
      settle(sorted);
    }
  }
}

/** By a key from 0 to 1, in linear time; equals keep their order. */
function sortedBy(nodes: readonly number[], keyOf: (node: number) => number): number[] {
  if (nodes.length < 2) return [...nodes];
  const buckets: number[][] = [];
  const scale = nodes.length * 8;
  for (const node of nodes) (buckets[Math.floor(keyOf(node) * scale)] ??= []).push(node);
  return buckets.flat();
}

function meanOf(linked: Int32Array, value: Float64Array): number | null {
  if (linked.length === 0) return null;
  let sum = 0;
  for (const node of linked) sum += value[node] ?? 0;
  return sum / linked.length;
}

const MIN_ROWS = 24;

/** A very full layer stands in several columns: its nodes are not linked among themselves. */
function wrapped(layer: readonly number[], count: number): number[][] {
  const rows = Math.max(MIN_ROWS, Math.ceil(1.5 * Math.sqrt(count)));
  const columns = Math.ceil(layer.length / rows);
  const size = Math.ceil(layer.length / columns);
  return Array.from({ length: columns }, (_, column) => layer.slice(column * size, (column + 1) * size));
}

const PLACE_SWEEPS = 4;

/** Upper edges: every column as near as its order allows to the middles of what its nodes are linked to. */
function upright(columns: readonly number[][], heights: readonly number[], near: Neighbours): Float64Array {
  const middle = new Float64Array(heights.length);
  const isSet = new Uint8Array(heights.length);
  for (let sweep = 0; sweep < PLACE_SWEEPS; sweep += 1) {
    for (let step = 0; step < columns.length; step += 1) {
      const nodes = columns[sweep % 2 === 0 ? step : columns.length - 1 - step] ?? [];
      const wish = nodes.map((node) => wishOf(node, near, middle, isSet));
      const placed = spaced(nodes, wish, heights);
      for (const [index, node] of nodes.entries()) {
        middle[node] = placed[index] ?? 0;
        isSet[node] = 1;
      }
    }
  }
  return middle.map((at, node) => at - (heights[node] ?? 0) / 2);
}

/** The mean of the middles that are set; null when none is. */
function wishOf(node: number, { sources, readers }: Neighbours, middle: Float64Array, isSet: Uint8Array) {
  let sum = 0;
  let known = 0;
  for (const list of [sources.of(node), readers.of(node)]) {
    for (const other of list) {
      if (!isSet[other]) continue;
      sum += middle[other] ?? 0;
      known += 1;
    }
  }
  return known === 0 ? null : sum / known;
}

interface Block {
  sum: number;
  weight: number;
  nodes: number;
}

/** A wish that nobody has pulls little: it only keeps its node beside the others. */
const NO_WISH_WEIGHT = 0.001;

/**
 * Middles in the given order, without overlap, with the least sum of squares to the wishes: pool adjacent violators, on
 * wishes from which the room of all nodes above is taken off.
 */
function spaced(nodes: readonly number[], wish: readonly (number | null)[], heights: readonly number[]): number[] {
  const offset: number[] = [];
  let below = 0;
  for (const node of nodes) {
    const height = heights[node] ?? 0;
    offset.push(below + height / 2);
    below += height + GAP_Y;
  }
  const blocks: Block[] = [];
  for (const [index, value] of wish.entries()) {
    const weight = value === null ? NO_WISH_WEIGHT : 1;
    let block: Block = { sum: ((value ?? below / 2) - (offset[index] ?? 0)) * weight, weight, nodes: 1 };
    for (
      let above = blocks.at(-1);
      above && above.sum / above.weight > block.sum / block.weight;
      above = blocks.at(-1)
    ) {
      blocks.pop();
      block = { sum: above.sum + block.sum, weight: above.weight + block.weight, nodes: above.nodes + block.nodes };
    }
    blocks.push(block);
  }
  const placed: number[] = [];
  for (const { sum, weight, nodes: size } of blocks) {
    for (let index = 0; index < size; index += 1) placed.push(sum / weight + (offset[placed.length] ?? 0));
  }
  return placed;
}
