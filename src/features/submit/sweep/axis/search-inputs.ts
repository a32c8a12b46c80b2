import type { InputLabel } from '../plan/input-labels';

export interface InputGroup {
  node: string;
  nodeId: string;
  inputs: { key: string; name: string }[];
}

/** Returns the inputs whose name, node or label contains every typed word, by node in form order. */
export function searchInputs(labels: ReadonlyMap<string, InputLabel>, search: string): InputGroup[] {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const groups = new Map<string, InputGroup>();
  for (const [key, { name, node, nodeId, shown }] of labels) {
    const text = `${name} ${node} ${nodeId} ${shown}`.toLowerCase();
    if (!words.every((word) => text.includes(word))) continue;
    const group = groups.get(nodeId) ?? { node, nodeId, inputs: [] };
    group.inputs.push({ key, name });
    groups.set(nodeId, group);
  }
  return [...groups.values()];
}
