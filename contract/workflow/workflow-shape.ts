import { executionOrder, nodeLinks, type Graph } from './graph';

/** Larger workflows have no shape: its time is bounded, since it is computed at once. */
const MAX_NODES = 1000;
const MAX_INPUTS = 20_000;

/** A link between two nodes, from the view of one of them. */
interface Edge {
  /** Input and output slot. */
  label: string;
  neighbor: string;
}

type Edges = ReadonlyMap<string, readonly Edge[]>;

/**
 * Returns a short hash of the structure of a workflow: the classes of its nodes, the names of their inputs, and the links. Values,
 * titles, ids and the order of nodes do not count, so runs of one draft with other prompts, seeds, models or sizes have the same.
 * Empty for a workflow that is too large, or has a cycle.
 */
export function workflowShape(graph: Graph): string {
  if (graph.size > MAX_NODES || countInputs(graph) > MAX_INPUTS) return '';
  const { order, cyclic } = executionOrder(graph);
  if (cyclic.length > 0) return '';
  const { sources, readers, hashes } = partsOf(graph);
  // Each walk carries what the one before knows to the other end: a node is told apart by everything it reads, by everything that
  // reads that, and so on.
  spread(order, sources, hashes);
  spread(order.toReversed(), readers, hashes);
  spread(order, sources, hashes);
  return hashOf([...hashes.values()].sort().join());
}

function countInputs(graph: Graph): number {
  let count = 0;
  for (const { inputs } of graph.values()) count += Object.keys(inputs).length;
  return count;
}

/** A link to a missing node is a value. */
function partsOf(graph: Graph): { sources: Edges; readers: Edges; hashes: Map<string, string> } {
  const hashes = new Map<string, string>();
  const sources = new Map<string, Edge[]>();
  const readers = new Map<string, Edge[]>([...graph.keys()].map((id) => [id, []]));
  for (const node of graph.values()) {
    const links = nodeLinks(node).filter(({ link }) => graph.has(link.nodeId));
    hashes.set(node.id, hashOf(JSON.stringify([node.classType, ...Object.keys(node.inputs).sort()])));
    const edges = links.map(({ input, link }) => ({
      label: hashOf(JSON.stringify([input, link.slot])),
      neighbor: link.nodeId,
    }));
    sources.set(node.id, edges);
    for (const { label, neighbor } of edges) readers.get(neighbor)?.push({ label, neighbor: node.id });
  }
  return { sources, readers, hashes };
}

/** Adds the hashes of its neighbors to each node. @param order each node after its neighbors */
function spread(order: readonly string[], edges: Edges, hashes: Map<string, string>): void {
  for (const id of order) {
    const around = (edges.get(id) ?? []).map(({ label, neighbor }) => `${label}:${hashes.get(neighbor) ?? ''}`);
    hashes.set(id, hashOf(`${hashes.get(id) ?? ''} ${around.sort().join()}`));
  }
}

/** Returns 53 bits of a text (cyrb53), against accidental equality only. */
function hashOf(text: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 0x9e3779b1);
    low = Math.imul(low ^ code, 0x5f356495);
  }
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  return (2 ** 32 * (low & 0x1fffff) + (high >>> 0)).toString(36);
}
