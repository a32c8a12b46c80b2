import { isActive } from '@contract/jobs/lifecycle';
import type { ListedJob, Output } from '@contract/jobs/schemas';
import { nodeLinks, nodeName, type ClassNames, type Graph } from '@contract/workflow/graph';
import type { Preview } from '@/api/live/merge-job';
import { outputKind } from '@/shared/files/output-kind';

export type OutputPaneView =
  | { kind: 'preview'; preview: Preview }
  | { kind: 'output'; output: Output }
  | { kind: 'nothing' };

/** Returns what to show: the selected output, else the live preview, else the newest image, else the newest output. */
export function outputPaneView(
  outputs: readonly Output[],
  preview: Preview | null,
  chosenId: string | undefined,
): OutputPaneView {
  const chosen = outputs.find(({ id }) => id === chosenId);
  if (chosen) return { kind: 'output', output: chosen };
  if (preview) return { kind: 'preview', preview };
  const newest = outputs.findLast((output) => outputKind(output) === 'image') ?? outputs.at(-1);
  return newest ? { kind: 'output', output: newest } : { kind: 'nothing' };
}

export interface ExpectedOutput {
  nodeId: string;
  name: string;
}

const MAX_EXPECTED = 12;

/** Returns end nodes of the graph without outputs yet, whose outputs are still expected. */
export function expectedOutputs(job: ListedJob, graph: Graph | null, classes?: ClassNames | null): ExpectedOutput[] {
  if (!graph || !isActive(job.status)) return [];
  const isRead = new Set<string>();
  for (const node of graph.values()) for (const { link } of nodeLinks(node)) isRead.add(link.nodeId);
  const hasProduced = new Set(job.outputs?.map(({ node_id }) => node_id));
  return [...graph.values()]
    .filter(({ id }) => !isRead.has(id) && !hasProduced.has(id))
    .slice(0, MAX_EXPECTED)
    .map((node) => ({ nodeId: node.id, name: nodeName(graph, node.id, classes) ?? node.id }));
}
