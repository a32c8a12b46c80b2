import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readWorkflow, type Graph } from '@contract/workflow/graph';
import type { Surface } from '@/api/surface';
import type { GenerationInputs } from '@contract/workflow/generation-inputs/generation-inputs';
import { readGenerationInputs } from '@contract/workflow/generation-inputs/read-generation-inputs';
import { definitionsQuery } from '@/domains/node-definitions-query';
import { coreClassesQuery } from '@/domains/ui-format/core-classes-query';

export interface ReadInputs {
  graph: Graph;
  inputs: GenerationInputs;
  /** Whether the definitions have arrived, without which the changed values are unknown. */
  hasDefaults: boolean;
}

/**
 * Reads the inputs of a workflow. ComfyUI's own classes stand in for those that the server does not list.
 * @returns `null` if the text is not a workflow
 */
export function useGenerationInputs(surface: Surface, text: string): ReadInputs | null {
  const graph = useMemo(() => {
    const result = readWorkflow(text);
    return result.ok ? result.graph : null;
  }, [text]);
  const { data: listed, isPending } = useQuery(definitionsQuery(surface));
  const isIncomplete =
    !isPending && [...(graph?.values() ?? [])].some(({ classType }) => !Object.hasOwn(listed ?? {}, classType));
  const { data: core, isFetched } = useQuery({ ...coreClassesQuery, enabled: isIncomplete });
  const definitions = useMemo(
    () => (isIncomplete && core ? { ...core.definitions, ...listed } : (listed ?? null)),
    [isIncomplete, core, listed],
  );
  return useMemo(() => {
    const hasDefaults = !isPending && (!isIncomplete || isFetched);
    return graph ? { graph, inputs: readGenerationInputs(graph, definitions), hasDefaults } : null;
  }, [graph, definitions, isPending, isIncomplete, isFetched]);
}
