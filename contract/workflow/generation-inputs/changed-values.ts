import { isSameJson } from '../../json/json-values';
import type { JsonValue } from '../../json/lossless';
import { asLink, nodeTitle } from '../graph';
import type { InputSpec } from '../node-definitions';
import type { ChangedNode, ChangedValue } from './generation-inputs';
import type { TracedGraph } from './traced-graph';

/** Returns the written values that differ from the defaults of their classes. */
export function changedValues(traced: TracedGraph): ChangedNode[] {
  return traced.nodes.flatMap((node) => {
    const definition = traced.definitionOf(node);
    const values = Object.entries(node.inputs).flatMap(([input, value]): ChangedValue[] => {
      if (asLink(value)) return [];
      const preset = defaultOf(traced.specOf(node, input));
      if (preset === undefined) return [{ input, value }];
      return isSameJson(value, preset) ? [] : [{ input, value, default: preset }];
    });
    if (values.length === 0) return [];
    const title = node.title ?? (definition?.display_name || nodeTitle(node));
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
