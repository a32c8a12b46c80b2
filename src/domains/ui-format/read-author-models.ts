import { member } from '@contract/json/json-values';
import type { JsonValue } from '@contract/json/lossless';
import type { AuthorModel } from '@/domains/drafts/author-parts';
import { seenLine } from '@/lib/seen-text';
import { BYPASSED, MUTED, type UiGraph, type UiNode, type UiWorkflow } from './ui-graph';

/** A draft stores the list. */
const MAX_MODELS = 200;
const MAX_NAME = 300;
const MAX_URL = 2000;
/** Nodes that are looked at: subgraphs in subgraphs multiply. */
const MAX_NODES = 12_000;

/**
 * Returns the files that the author names in `properties.models` of the nodes of a graph with these ids. Untrusted: a URL is shown and
 * opened by the user, never by the page.
 */
export function authorModels(workflow: UiWorkflow, ids: ReadonlySet<string>): AuthorModel[] {
  const models: AuthorModel[] = [];
  for (const { id, node } of openedNodes(workflow)) {
    if (!ids.has(id)) continue;
    const listed = member(node.properties, 'models');
    for (const entry of Array.isArray(listed) ? listed : []) {
      const model = readModel(id, entry);
      if (model) models.push(model);
      if (models.length === MAX_MODELS) return models;
    }
  }
  return models;
}

function readModel(nodeId: string, entry: JsonValue): AuthorModel | null {
  const name = seenLine(textOf(entry, 'name'), MAX_NAME);
  const url = webUrl(textOf(entry, 'url'));
  if (name === '' || url === null) return null;
  const folder = seenLine(textOf(entry, 'directory'), MAX_NAME);
  const hash = seenLine(textOf(entry, 'hash'), MAX_NAME);
  const type = seenLine(textOf(entry, 'hash_type'), MAX_NAME).toLowerCase();
  return { nodeId, name, url, folder, ...(hash === '' ? {} : { hash: type === '' ? hash : `${type}:${hash}` }) };
}

/** A user name in a URL could look like its host. */
function webUrl(text: string): string | null {
  const url = text.length <= MAX_URL && URL.canParse(text) ? new URL(text) : null;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  return url.username === '' && url.password === '' ? url.href : null;
}

function textOf(entry: JsonValue, name: string): string {
  const value = member(entry, name);
  return typeof value === 'string' ? value : '';
}

/** All nodes under their ids in the graph. Muted and bypassed subgraphs stay closed, and one that contains itself. */
function openedNodes(workflow: UiWorkflow): { id: string; node: UiNode }[] {
  const found: { id: string; node: UiNode }[] = [];
  const open: { graph: UiGraph; prefix: string; around: readonly UiGraph[] }[] = [
    { graph: workflow.root, prefix: '', around: [] },
  ];
  for (const { graph, prefix, around } of open) {
    for (const node of graph.nodes.values()) {
      if (found.length === MAX_NODES) return found;
      found.push({ id: prefix + node.id, node });
      const inner = node.mode === MUTED || node.mode === BYPASSED ? undefined : workflow.subgraphs.get(node.type);
      if (!inner || inner === graph || around.includes(inner)) continue;
      open.push({ graph: inner, prefix: `${prefix}${node.id}:`, around: [...around, graph] });
    }
  }
  return found;
}
