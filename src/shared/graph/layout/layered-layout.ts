import { fromOrigin, GAP_X, GAP_Y, NODE_WIDTH, type GraphLayout, type LayoutRequest } from './layout-size';

/**
 * Computes a left-to-right layered layout for graphs that are too large for dagre; its run time grows with nodes and links. Each
 * node is one layer after the last of its sources. Layers are ordered and then positioned vertically by the mean of their linked
 * nodes. Links that span layers get no dummy nodes: on a chain with skips those would be quadratic in the nodes.
 */
export function layeredLayout({ heights, links }: LayoutRequest): GraphLayout {
  const count = heights.length;
  const near = neighbors(count, links);
  const layers = layersOf(count, near);
  reorder(layers, near, count);
  const columns = layers.flatMap((layer) => wrapped(layer, count));
  const x = new Float64Array(count);
  for (const [column, nodes] of columns.entries()) for (const node of nodes) x[node] = column * (NODE_WIDTH + GAP_X);
  return fromOrigin(x, upright(columns, heights, near), heights);
}

/** Returns the nodes of each layer. A cycle is broken at its first node. */
function layersOf(count: number, { sources, readers }: Neighbors): number[][] {
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
  // Nodes without sources are placed right before their first reader, not at the far left.
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

/** Reduces crossings: sorts each layer by the mean position of its sources, then of its readers, in alternating sweeps. */
function reorder(layers: number[][], { sources, readers }: Neighbors, count: number): void {
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

/** Sorts by a key from 0 to 1 in linear time; the sort is stable. */
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

/** Splits a very full layer into several columns: its nodes are not linked to each other. */
function wrapped(layer: readonly number[], count: number): number[][] {
  const rows = Math.max(MIN_ROWS, Math.ceil(1.5 * Math.sqrt(count)));
  const columns = Math.ceil(layer.length / rows);
  const size = Math.ceil(layer.length / columns);
  return Array.from({ length: columns }, (_, column) => layer.slice(column * size, (column + 1) * size));
}

const POSITION_SWEEPS = 4;

/** Returns the top edge of each node. Each column is as close to the centers of its linked nodes as its order allows. */
function upright(columns: readonly number[][], heights: readonly number[], near: Neighbors): Float64Array {
  const middle = new Float64Array(heights.length);
  const isSet = new Uint8Array(heights.length);
  for (let sweep = 0; sweep < POSITION_SWEEPS; sweep += 1) {
    for (let step = 0; step < columns.length; step += 1) {
      const nodes = columns[sweep % 2 === 0 ? step : columns.length - 1 - step] ?? [];
      const request = nodes.map((node) => requestOf(node, near, middle, isSet));
      const placed = spaced(nodes, request, heights);
      for (const [index, node] of nodes.entries()) {
        middle[node] = placed[index] ?? 0;
        isSet[node] = 1;
      }
    }
  }
  return middle.map((at, node) => at - (heights[node] ?? 0) / 2);
}

/** Returns the mean of the neighbors' known centers; `null` if none is known. */
function requestOf(node: number, { sources, readers }: Neighbors, middle: Float64Array, isSet: Uint8Array) {
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

/** Weight of a node without a preferred position: small, it only keeps the node beside the others. */
const UNALIGNED_WEIGHT = 0.001;

/**
 * Returns centers in the given order, without overlap, that minimize the sum of squared distances to the preferred positions. Uses
 * the pool adjacent violators algorithm on positions minus the space of all nodes above.
 */
function spaced(nodes: readonly number[], request: readonly (number | null)[], heights: readonly number[]): number[] {
  const offset: number[] = [];
  let below = 0;
  for (const node of nodes) {
    const height = heights[node] ?? 0;
    offset.push(below + height / 2);
    below += height + GAP_Y;
  }
  const blocks: Block[] = [];
  for (const [index, value] of request.entries()) {
    const weight = value === null ? UNALIGNED_WEIGHT : 1;
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

/** Neighbors of each node, stored in one flat array. */
interface Adjacency {
  of: (node: number) => Int32Array;
}

interface Neighbors {
  sources: Adjacency;
  readers: Adjacency;
}

/** Ignores links of a node to itself. */
function neighbors(count: number, links: readonly (readonly [number, number])[]): Neighbors {
  const real = links.filter(([source, reader]) => source !== reader);
  return { sources: adjacency(count, real, 1), readers: adjacency(count, real, 0) };
}

function adjacency(count: number, links: readonly (readonly [number, number])[], from: 0 | 1): Adjacency {
  const start = new Int32Array(count + 1);
  for (const link of links) start[link[from] + 1] = (start[link[from] + 1] ?? 0) + 1;
  for (let node = 0; node < count; node += 1) start[node + 1] = (start[node + 1] ?? 0) + (start[node] ?? 0);
  const next = start.slice();
  const ends = new Int32Array(links.length);
  for (const link of links) {
    const at = next[link[from]] ?? 0;
    ends[at] = link[from === 0 ? 1 : 0];
    next[link[from]] = at + 1;
  }
  return { of: (node) => ends.subarray(start[node], start[node + 1]) };
}
