import { asLink, nodeTitle, type Graph } from '../graph';
import type { NodeDefinitions, InputSpec } from '../node-definitions';
import { findGenerators } from './find-generators';
import type { GenerationInputs, ChangedNode, ChangedValue } from './generation-inputs';
import { mainValues } from './main-values';
import { tracedGraph, type TracedGraph } from './traced-graph';
import { isSameJson } from '../../json/json-values';
import type { JsonValue } from '../../json/lossless';

/**
 * Finds what determines the result of a workflow by following the links from its samplers. Titles are ignored (decision 110).
 * Takes linear time, also for graphs with cycles.
 * @param definitions of the classes, as far as known; without them, names of inputs decide
 */
export function readGenerationInputs(graph: Graph, definitions: NodeDefinitions | null): GenerationInputs {
  const traced = tracedGraph(graph, definitions);
  const { generators, positive, negative, encoders } = findGenerators(traced);
  return { positive, negative, ...mainValues(traced, generators, encoders), changed: changedValues(traced) };
}

/** Returns the written values that differ from the defaults of their classes. */
function changedValues(traced: TracedGraph): ChangedNode[] {
  return traced.nodes.flatMap((node) => {
    const definition = traced.definitionOf(node);
    const values = Object.entries(node.inputs).flatMap(([input, value]): ChangedValue[] => {
      if (asLink(value)) return [];
      const preset = defaultOf(traced.specOf(node, input));
      if (preset === undefined) return [{ input, value }];
      return isSameJson(value, preset) ? [] : [{ input, value, default: preset }];
    });
    if (values.length === 0) return [];
    const title = nodeTitle(node, definition && { [node.classType]: definition });
    return [{ nodeId: node.id, title, classType: node.classType, isKnown: definition !== null, values }];
  });
}

/** Names of files: which one is first in the list of a server says nothing. */
const FILE_NAME = /\.(?:safetensors|sft|ckpt|pt|pth|bin|gguf|onnx|png|jpe?g|webp|mp4|webm|wav|mp3|flac)$/i;

function defaultOf(spec: InputSpec | undefined): JsonValue | undefined {
  if (!spec || spec.media) return undefined;
  const { default: given, options } = spec;
  if (typeof given === 'string' || typeof given === 'boolean' || typeof given === 'number') return given;
  if (spec.kind === 'string') return '';
  const [first] = options ?? [];
  return spec.kind !== 'combo' || FILE_NAME.test(String(first)) ? undefined : first;
}
