import { stringifyJson, type JsonValue } from '@contract/json/lossless';
import { assetIdOf, isAssetReference } from '@contract/workflow/asset-references';
import { asLink, isJsonObject, nodeLinks, type Graph, type GraphNode } from '@contract/workflow/graph';
import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import { sha256OfText } from '../../sha256-of-text';
import type { AssetSource } from './node-implementation';
import type { ValueCache } from './value-cache';
import type { NodeValue } from './values';

export interface RunPlan {
  /** Nodes to run, each after its sources. */
  order: GraphNode[];
  /** Nodes that lead to an output but need not run. */
  cached: GraphNode[];
  /** Results of cached nodes that other nodes read. */
  known: Map<string, NodeValue[]>;
  keyOf: (node: GraphNode) => string;
}

/**
 * Plans a run. Only nodes that lead to an output node run. Branches run one after the other, so that the first output is
 * ready early and few images are in memory at once. Iterative, since chains may have 10,000 nodes.
 */
export function planRun(
  graph: Graph,
  definitions: NodeDefinitions,
  assets: ReadonlyMap<string, AssetSource>,
  cache: ValueCache,
): RunPlan {
  const isOutput = (node: GraphNode) => definitions[node.classType]?.output_node === true;
  const outputs = [...graph.values()].filter(isOutput);
  const needed = postOrder(graph, outputs, () => false);
  const keys = new Map<string, string>();
  const keyOf = (node: GraphNode) => {
    const key = keys.get(node.id) ?? nodeKey(node, keys, assets);
    keys.set(node.id, key);
    return key;
  };
  // Sources precede their readers, since keys include the keys of the sources.
  needed.forEach(keyOf);
  const known = new Map<string, NodeValue[]>();
  const order = postOrder(graph, outputs, (node) => {
    if (isOutput(node)) return false;
    const values = cache.get(keyOf(node));
    if (!values) return false;
    known.set(node.id, values);
    return true;
  });
  const running = new Set(order);
  return { order, cached: needed.filter((node) => !running.has(node)), known, keyOf };
}

function postOrder(graph: Graph, roots: readonly GraphNode[], isDone: (node: GraphNode) => boolean): GraphNode[] {
  const order: GraphNode[] = [];
  const state = new Map<string, 'open' | 'closed'>();
  const stack = [...roots].reverse();
  for (let node = stack.at(-1); node; node = stack.at(-1)) {
    const was = state.get(node.id);
    if (was !== undefined || isDone(node)) {
      stack.pop();
      if (was === 'open') order.push(node);
      state.set(node.id, 'closed');
      continue;
    }
    state.set(node.id, 'open');
    for (const { link } of nodeLinks(node).reverse()) {
      const source = graph.get(link.nodeId);
      if (source && !state.has(source.id)) stack.push(source);
    }
  }
  return order;
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) => (a < b ? -1 : a > b ? 1 : 0);

/** Returns the cache key of a node. Files are identified by content, not by id, and sources by their keys. Titles are ignored. */
function nodeKey(node: GraphNode, keys: ReadonlyMap<string, string>, assets: ReadonlyMap<string, AssetSource>): string {
  const lines = [node.classType];
  for (const [name, value] of Object.entries(node.inputs).sort(byName)) {
    const link = asLink(value);
    const content = link ? `link ${keys.get(link.nodeId) ?? link.nodeId} ${link.slot}` : literalKey(value, assets);
    lines.push(`${JSON.stringify(name)} ${content}`);
  }
  return sha256OfText(lines.join('\n'));
}

function literalKey(value: JsonValue, assets: ReadonlyMap<string, AssetSource>): string {
  if (isJsonObject(value) && isAssetReference(value)) {
    const id = assetIdOf(value);
    return `file ${(id === null ? null : assets.get(id)?.blob) ?? id}`;
  }
  return `literal ${stringifyJson(value)}`;
}
