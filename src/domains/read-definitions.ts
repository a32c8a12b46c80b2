import { NodeDefinition, type NodeDefinitions } from '@contract/workflow/node-definitions';

/** Output slots of an unreadable definition: of any type. */
const ANY_OUTPUTS = Array.from({ length: 32 }, () => '*');

/** Parses definitions. An unreadable entry is an existing class without details: the surface validates it. */
export function readDefinitions(value: unknown): NodeDefinitions | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const definitions: Record<string, NodeDefinition> = {};
  for (const [name, entry] of Object.entries(value)) {
    const parsed = NodeDefinition.safeParse(entry);
    definitions[name] = parsed.success ? parsed.data : { name, input: {}, output: ANY_OUTPUTS, output_node: true };
  }
  return definitions;
}
