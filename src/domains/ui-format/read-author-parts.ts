import { parseJson } from '@contract/json/lossless';
import type { Graph } from '@contract/workflow/graph';
import type { AuthorParts } from '@/domains/drafts/author-parts';
import { openGroupNodes } from './group-nodes';
import { appForm, appOutputs } from './read-author-app';
import { authorLayout } from './read-author-layout';
import { authorModels } from './read-author-models';
import { readUiWorkflow, type UiWorkflow } from './ui-graph';

/**
 * Returns what the author of a workflow in the UI format included besides the graph (decision 125), and notes on what the graph lacks
 * of it.
 */
export function authorParts(
  workflow: UiWorkflow,
  graph: Graph,
  unknownClasses: ReadonlySet<string> = new Set(),
): { author: AuthorParts; notes: string[] } {
  const ids = new Set(graph.keys());
  const layout = authorLayout(workflow, ids);
  const models = authorModels(workflow, ids);
  const { template, notes } = appForm(workflow, graph, unknownClasses);
  const outputNodes = appOutputs(workflow, ids);
  const author = {
    ...(layout ? { layout } : {}),
    ...(models.length > 0 ? { models } : {}),
    ...(template ? { template } : {}),
    ...(outputNodes.length > 0 ? { outputNodes } : {}),
  };
  return { author, notes };
}

/** The same for text; nothing for text that is no workflow in the UI format. */
export function authorPartsOf(uiFormat: string, graph: Graph): AuthorParts {
  try {
    // Of group nodes, only those whose classes need no definition are opened.
    return authorParts(openGroupNodes(readUiWorkflow(parseJson(uiFormat, { allowNonFinite: true })), {}), graph).author;
  } catch {
    return {};
  }
}
