import { isObject, isSameJson } from '@contract/json/json-values';
import type { JsonValue } from '@contract/json/lossless';
import type { PlainGraph } from '@server/engines/comfyui/testing/editor-pairs';
import type { NodeDefinitions } from '@contract/workflow/node-definitions';

/**
 * Lists the differences of two graphs: classes, and inputs that the class declares. ComfyUI ignores other inputs, and its editor writes
 * some for its own previews.
 */
export function differences(converted: PlainGraph, expected: PlainGraph, definitions: NodeDefinitions): string[] {
  const found: string[] = [];
  for (const id of new Set([...Object.keys(converted), ...Object.keys(expected)])) {
    const [ours, theirs] = [converted[id], expected[id]];
    if (!ours || !theirs || ours.class_type !== theirs.class_type) {
      found.push(`${id}: ${ours?.class_type ?? 'no node'} instead of ${theirs?.class_type ?? 'no node'}`);
      continue;
    }
    for (const name of new Set([...Object.keys(ours.inputs), ...Object.keys(theirs.inputs)])) {
      if (!isDeclared(ours.class_type, name, definitions)) continue;
      const [left, right] = [unwrapped(ours.inputs[name]), unwrapped(theirs.inputs[name])];
      if (isSameJson(left, right)) continue;
      found.push(`${id} (${ours.class_type}) ${name}: ${shorten(left)} instead of ${shorten(right)}`);
    }
  }
  return found;
}

/** Returns true if two graphs differ in their node ids only: the editor renames nodes of subgraphs whose ids occur twice. */
export function haveSameStructure(left: PlainGraph, right: PlainGraph, definitions: NodeDefinitions): boolean {
  // Equal nodes, with all that they read from, have equal numbers.
  const numbers = new Map<string, number>();
  const labels = [left, right].map((graph) => nodeNumbers(graph, definitions, numbers));
  return isSameJson(labels[0], labels[1]);
}

function nodeNumbers(graph: PlainGraph, definitions: NodeDefinitions, numbers: Map<string, number>): number[] {
  const known = new Map<string, number>();
  const numberOf = (id: string): number => {
    const node = graph[id];
    const before = known.get(id);
    if (before !== undefined || !node) return before ?? -1;
    known.set(id, -1);
    const inputs = Object.entries(node.inputs)
      .filter(([name]) => isDeclared(node.class_type, name, definitions))
      .map(([name, value]) => {
        const [source, slot] = Array.isArray(value) ? value : [];
        return [name, typeof source === 'string' && graph[source] ? [numberOf(source), slot] : unwrapped(value)];
      })
      .sort(([one], [other]) => (String(one) < String(other) ? -1 : 1));
    const text = JSON.stringify([node.class_type, inputs]);
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    known.set(id, number);
    return number;
  };
  return Object.keys(graph)
    .map(numberOf)
    .sort((one, other) => one - other);
}

function isDeclared(classType: string, name: string, definitions: NodeDefinitions): boolean {
  const { required, optional } = definitions[classType]?.input ?? {};
  const known = [...Object.keys(required ?? {}), ...Object.keys(optional ?? {})];
  return known.some((input) => name === input || name.startsWith(`${input}.`));
}

/** Editors differ in how they mark a curve, and ComfyUI unwraps both forms. */
function unwrapped(value: JsonValue | undefined): JsonValue | undefined {
  const isCurve = isObject(value) && Object.hasOwn(value, '__type__') && Object.hasOwn(value, '__value__');
  return isCurve ? value['__value__'] : value;
}

function shorten(value: JsonValue | undefined): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
