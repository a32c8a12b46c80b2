import { nodeLinks, nodeTitle, type Graph, type GraphNode } from '@contract/workflow/graph';

const MAX_LINES = 40;

/**
 * Builds a traceback for finding the cause: the path through the graph to the node, then the calls in the engine. Folders of
 * this machine are removed, since tracebacks are shown, copied and shared.
 */
export function tracebackOf(node: GraphNode, error: unknown, graph: Graph): string {
  const lines = [`${node.classType} ${node.id} (${nodeTitle(node)})`];
  const seen = new Set<string>([node.id]);
  for (let at: GraphNode | undefined = node; at && lines.length < MAX_LINES / 2;) {
    const [first] = nodeLinks(at);
    const source: GraphNode | undefined = first ? graph.get(first.link.nodeId) : undefined;
    if (!first || !source || seen.has(source.id)) break;
    seen.add(source.id);
    lines.push(`  ${first.input} from ${source.classType} ${source.id}, output ${first.link.slot}`);
    at = source;
  }
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    lines.push('', ...withoutFolders(cause.stack ?? `${cause.name}: ${cause.message}`).split('\n'));
  }
  return lines.slice(0, MAX_LINES).join('\n');
}

function withoutFolders(text: string): string {
  return text.replace(/(?:file:\/\/)?(?:[A-Za-z]:)?(?:[\\/][^\\/\s():]+)+[\\/]([^\\/\s():]+)/g, '$1');
}
