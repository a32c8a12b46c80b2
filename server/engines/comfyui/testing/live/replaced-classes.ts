import { type ClassGraphs, type Classes, type Nodes } from './class-graphs';

/** Response of `GET /node_replacements`. */
export type Replacements = Record<
  string,
  { new_node_id: string; input_mapping: { new_id: string; old_id?: string }[] | null }[]
>;

/** Returns minimal graphs of classes that ComfyUI no longer has and replaces by others. */
export function replacedClasses(
  replacements: Replacements | null,
  classes: Classes,
  graphs: ClassGraphs,
): { name: string; replacement: string; nodes: Nodes }[] {
  return Object.entries(replacements ?? {}).flatMap(([name, [first]]) => {
    if (!first || classes[name] || !classes[first.new_node_id]) return [];
    const { nodes, target } = graphs.minimal(first.new_node_id);
    const node = nodes[target];
    if (!node) return [];
    const renamed = (first.input_mapping ?? []).flatMap(({ new_id, old_id }) =>
      old_id === undefined ? [] : [[old_id, node.inputs[new_id]] as const],
    );
    const old = { ...node, class_type: name, inputs: Object.fromEntries(renamed) };
    return [{ name, replacement: first.new_node_id, nodes: { ...nodes, [target]: old } }];
  });
}
