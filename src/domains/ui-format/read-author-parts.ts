import { parseJson } from '@contract/json/lossless';
import type { AuthorParts } from '@/domains/drafts/author-parts';
import { openGroupNodes } from './group-nodes';
import { authorLayout } from './read-author-layout';
import { authorModels } from './read-author-models';
import { readUiWorkflow, type UiWorkflow } from './ui-graph';

/** Returns what the author of a workflow in the UI format gave along, for a graph with these node ids. */
export function authorParts(workflow: UiWorkflow, ids: ReadonlySet<string>): AuthorParts {
  const layout = authorLayout(workflow, ids);
  const models = authorModels(workflow, ids);
  return { ...(layout ? { layout } : {}), ...(models.length > 0 ? { models } : {}) };
}

/** The same for text; nothing for text that is no workflow in the UI format. */
export function authorPartsOf(uiFormat: string, ids: ReadonlySet<string>): AuthorParts {
  try {
    // Of group nodes, only those whose classes need no definition are opened.
    return authorParts(openGroupNodes(readUiWorkflow(parseJson(uiFormat, { allowNonFinite: true })), {}), ids);
  } catch {
    return {};
  }
}
