import { isNumber, member } from '../../json/json-values';
import type { JsonValue } from '../../json/lossless';
import type { GraphNode } from '../graph';
import type { LoraValue } from './generation-inputs';
import { ownInput, writtenValue, type TracedGraph } from './traced-graph';

/** `lora_name` of one LoRA, `lora_name_2` in a stack. */
const NAME_INPUT = /^lora_name(.*)$/;
/** Of loaders that have one object for each LoRA. */
const OBJECT_INPUT = /^lora_\d+$/;
const MODEL_STRENGTHS = ['strength_model', 'model_str', 'lora_wt', 'lora_model_strength', 'lora_strength', 'strength'];
const CLIP_STRENGTHS = ['strength_clip', 'clip_str', 'lora_clip_strength'];

/** Returns the LoRAs of nodes, without those that are switched off. */
export function findLoras(traced: TracedGraph, nodes: readonly GraphNode[]): LoraValue[] {
  return nodes.flatMap((node) =>
    Object.entries(node.inputs).flatMap(([input, value]): LoraValue[] => {
      if (OBJECT_INPUT.test(input)) return objectLora(node, input, value);
      const [, suffix] = NAME_INPUT.exec(input) ?? [];
      const name = suffix === undefined ? null : writtenValue(traced, node.id, input);
      if (suffix === undefined || typeof name?.value !== 'string') return [];
      if (isNone(name.value) || ownInput(node, `switch${suffix}`) === 'Off') return [];
      const strength = (names: readonly string[]) => {
        const found = names.find((candidate) => ownInput(node, candidate + suffix) !== undefined);
        const written = found === undefined ? null : writtenValue(traced, node.id, found + suffix);
        return isNumber(written?.value) ? [written.value] : [];
      };
      const strengths = [...strength(MODEL_STRENGTHS), ...strength(CLIP_STRENGTHS)];
      return [{ nodeId: name.nodeId, input: name.input, name: name.value, strengths: different(strengths) }];
    }),
  );
}

/** Returns the inputs with the strengths of the LoRA that an input names; `null` for an input that names none. */
export function loraStrengthInputs(
  { inputs }: GraphNode,
  input: string,
): { model: string | null; clip: string | null } | null {
  const [, suffix] = NAME_INPUT.exec(input) ?? [];
  if (suffix === undefined) return null;
  const first = (names: readonly string[]) =>
    names.map((name) => name + suffix).find((name) => Object.hasOwn(inputs, name)) ?? null;
  return { model: first(MODEL_STRENGTHS), clip: first(CLIP_STRENGTHS) };
}

function objectLora(node: GraphNode, input: string, value: JsonValue): LoraValue[] {
  const name = member(value, 'lora');
  if (typeof name !== 'string' || isNone(name) || member(value, 'on') === false) return [];
  const strengths = [member(value, 'strength'), member(value, 'strengthTwo')].filter(isNumber);
  return [{ nodeId: node.id, input, name, strengths: different(strengths) }];
}

function isNone(name: string): boolean {
  return name === '' || name.toLowerCase() === 'none';
}

function different(strengths: readonly JsonValue[]): JsonValue[] {
  return strengths.filter((strength, index) => index === 0 || String(strength) !== String(strengths[0]));
}
