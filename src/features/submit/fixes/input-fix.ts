import type { NodeProblem } from '@contract/jobs/node-errors';
import type { JsonValue } from '@contract/json/lossless';
import { asLink, nodeLinks, nodeTitle, type Graph } from '@contract/workflow/graph';
import { initialValue } from '@contract/workflow/initial-values';
import { inputSpecs, outputTypes, type NodeDefinitions } from '@contract/workflow/node-definitions';
import { nearestClass, typesMatch } from '@contract/workflow/validate';

/** Output that an input can read. */
export interface LinkChoice {
  nodeId: string;
  slot: number;
  label: string;
}

/** `value`: a literal for a missing input. `link`: nodes that it can be connected to. `class`: the class that the node most likely is. */
export type InputFix =
  | { kind: 'value'; value: JsonValue }
  | { kind: 'link'; choices: readonly LinkChoice[] }
  | { kind: 'class'; classType: string };

interface ClassState {
  graph: Graph;
  definitions: NodeDefinitions | null;
  /** ComfyUI's own classes. */
  guesses: NodeDefinitions | null;
}

const MAX_CHOICES = 12;

const OF_LINKS: ReadonlySet<string> = new Set(['missing_link', 'missing_node', 'bad_link', 'wrong_type']);

/** Returns how an unknown class, a missing input, or one with a broken link can be fixed; `null` if it cannot. */
export function inputFix(
  { graph, definitions, guesses }: ClassState,
  nodeId: string,
  { field, reason }: NodeProblem,
): InputFix | null {
  const node = graph.get(nodeId);
  if (!node || !definitions) return null;
  if (reason === 'unknown_class') {
    // No typo: one that the server has would be another node, and perhaps a paid one.
    if (guesses && Object.hasOwn(guesses, node.classType)) return null;
    const classType = nearestClass(node.classType, definitions);
    return classType === null ? null : { kind: 'class', classType };
  }
  if (!Object.hasOwn(definitions, node.classType)) return null;
  const definition = definitions[node.classType];
  const spec = definition && inputSpecs(definition, node.inputs).find(({ name }) => name === field);
  if (!spec) return null;
  if (reason === 'missing_input' && spec.kind !== 'link') return { kind: 'value', value: initialValue(spec) };
  const isLink = spec.kind === 'link' || asLink(node.inputs[field]) !== null;
  if (!isLink || (reason !== 'missing_input' && !OF_LINKS.has(reason))) return null;
  const choices = linkChoices(graph, definitions, nodeId, spec.type);
  if (choices.length > 0) return { kind: 'link', choices };
  return spec.kind === 'link' ? null : { kind: 'value', value: initialValue(spec) };
}

/** Returns the outputs of a type, except of nodes that depend on the node: linking those would be a cycle. */
function linkChoices(graph: Graph, definitions: NodeDefinitions, nodeId: string, type: string): LinkChoice[] {
  const dependents = dependentsOf(graph, nodeId);
  const choices: LinkChoice[] = [];
  for (const source of graph.values()) {
    const definition = Object.hasOwn(definitions, source.classType) ? definitions[source.classType] : undefined;
    if (!definition || dependents.has(source.id)) continue;
    for (const [slot, given] of outputTypes(definition).entries()) {
      if (!typesMatch(given, type)) continue;
      const name = definition.output_name?.[slot];
      const output = typeof name === 'string' && name !== '' ? name : given;
      choices.push({ nodeId: source.id, slot, label: `${nodeTitle(source)} ${source.id}, ${output}` });
      if (choices.length === MAX_CHOICES) return choices;
    }
  }
  return choices;
}

/** Returns the node and all nodes that read it, directly or not. */
function dependentsOf(graph: Graph, nodeId: string): Set<string> {
  const readers = new Map<string, string[]>();
  for (const node of graph.values()) {
    for (const { link } of nodeLinks(node)) {
      const list = readers.get(link.nodeId);
      if (list) list.push(node.id);
      else readers.set(link.nodeId, [node.id]);
    }
  }
  const found = new Set([nodeId]);
  for (const id of found) for (const reader of readers.get(id) ?? []) found.add(reader);
  return found;
}
