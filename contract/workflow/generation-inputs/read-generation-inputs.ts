import type { Graph } from '../graph';
import type { NodeDefinitions } from '../node-definitions';
import { changedValues } from './changed-values';
import { findGenerators } from './find-generators';
import type { GenerationInputs } from './generation-inputs';
import { mainValues } from './main-values';
import { tracedGraph } from './traced-graph';

/**
 * Finds what determines the result of a workflow by following the links from its samplers. Titles are ignored. Takes linear time, also for
 * graphs with cycles.
 * @param definitions of the classes, as far as known; without them, names of inputs decide
 */
export function readGenerationInputs(graph: Graph, definitions: NodeDefinitions | null): GenerationInputs {
  const traced = tracedGraph(graph, definitions);
  const { generators, positive, negative, encoders } = findGenerators(traced);
  return { positive, negative, ...mainValues(traced, generators, encoders), changed: changedValues(traced) };
}
