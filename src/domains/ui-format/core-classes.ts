import { z } from 'zod/mini';
import { NodeDefinition, type NodeDefinitions } from '@contract/workflow/node-definitions';

export interface CoreClasses {
  /** Version of ComfyUI that has these classes. */
  version: string;
  definitions: NodeDefinitions;
}

const Table = z.object({ version: z.string(), classes: z.record(z.string(), z.looseObject({})) });

/** Reads what `scripts/core-classes.mjs` writes. */
export function readCoreClasses(value: unknown): CoreClasses | null {
  const { data } = Table.safeParse(value);
  if (!data) return null;
  const definitions: Record<string, NodeDefinition> = {};
  for (const [name, entry] of Object.entries(data.classes)) {
    const parsed = NodeDefinition.safeParse({ ...entry, name });
    if (parsed.success) definitions[name] = parsed.data;
  }
  return { version: data.version, definitions };
}
