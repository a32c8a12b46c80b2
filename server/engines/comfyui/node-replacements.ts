import type { NodeDefinition, NodeDefinitions } from '@contract/workflow/node-definitions';
import { UNKNOWN_OUTPUTS } from './definitions-reader';
import { isRecord } from './frames';

/**
 * Adds the outdated classes that ComfyUI replaces when it gets a workflow (`GET /node_replacements`) and that
 * `/object_info` therefore does not list. Their inputs are those of another class: nothing of them is validated here.
 */
export function withReplacedClasses(definitions: NodeDefinitions, replacements: unknown): NodeDefinitions {
  if (!isRecord(replacements)) return definitions;
  const added: [string, NodeDefinition][] = [];
  for (const [name, entries] of Object.entries(replacements)) {
    const [first]: unknown[] = Array.isArray(entries) ? entries : [];
    const replacement = isRecord(first) ? String(first['new_node_id']) : '';
    // As in ComfyUI, only the first replacement counts, and only for a class that is gone.
    if (Object.hasOwn(definitions, name) || !Object.hasOwn(definitions, replacement)) continue;
    const { output_node, python_module } = definitions[replacement] as NodeDefinition;
    added.push([name, { name, input: {}, output: UNKNOWN_OUTPUTS, output_node, python_module }]);
  }
  return added.length === 0 ? definitions : Object.fromEntries([...Object.entries(definitions), ...added]);
}
