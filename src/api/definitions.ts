import { queryOptions } from '@tanstack/react-query';
import { NodeDefinition, type NodeDefinitions } from '@contract/workflow/node-definitions';
import { fetchFromSurface } from './ask-surface';
import { operationKey, type Surface } from './surface';

/**
 * `GET /console/object_info`, private to our gateway. Null where a surface tells nothing, or nothing readable: forms then
 * infer from values and names (rule J-1.30). Never an error: a form without bounds beats no form.
 */
export function definitionsQuery(surface: Surface) {
  return queryOptions({
    queryKey: operationKey(surface, 'console.definitions'),
    queryFn: async ({ signal }): Promise<NodeDefinitions | null> => {
      if (surface.kind !== 'gateway') return null;
      try {
        return readDefinitions(JSON.parse(await fetchFromSurface(surface, '/console/object_info', { signal })));
      } catch (error) {
        if (signal.aborted) throw error;
        return null;
      }
    },
    // Classes change when an engine is started anew; then the surface refuses, and its words are shown.
    staleTime: 60_000,
    // An engine that is only just starting cannot report its classes yet; a deployment never does.
    refetchInterval: ({ state }) => (surface.kind === 'gateway' && state.data === null ? UNKNOWN_AGAIN_MS : false),
  });
}

const UNKNOWN_AGAIN_MS = 5000;

/** Slots of a definition that we cannot read: anything may come out of them. */
const ANY_OUTPUTS = Array.from({ length: 32 }, () => '*');

/** An entry that cannot be read is a class that exists and of which nothing is known: the surface judges it. */
export function readDefinitions(value: unknown): NodeDefinitions | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const definitions: Record<string, NodeDefinition> = {};
  for (const [name, entry] of Object.entries(value)) {
    const parsed = NodeDefinition.safeParse(entry);
    definitions[name] = parsed.success ? parsed.data : { name, input: {}, output: ANY_OUTPUTS, output_node: true };
  }
  return definitions;
}
