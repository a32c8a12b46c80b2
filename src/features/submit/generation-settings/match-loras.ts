import { type JsonValue, numberFromText } from '@contract/json/lossless';
import { loraStrengthInputs } from '@contract/workflow/generation-inputs/find-loras';
import { readGenerationInputs } from '@contract/workflow/generation-inputs/read-generation-inputs';
import { fieldKey } from '@/domains/drafts/field-key';
import { valueProblem } from '../draft/field-problems';
import type { FormField } from '../draft/form-model';
import { namedOption, type NotTaken } from './named-option';
import type { OpenForm } from './setting-inputs';

export interface MatchedLora {
  name: string;
  /** `null` if it is taken. */
  problem: NotTaken | null;
}

interface LorasMatch {
  changes: readonly (readonly [key: string, value: JsonValue])[];
  loras: readonly MatchedLora[];
  /** Without the tags of the LoRAs that are taken. */
  prompt: string;
}

/** `<lora:name>`, `<lora:name:0.8>`, or one strength each for the text encoder and the model; a tag can have more, such as `lbw=…`. */
const TAG = /<lora:([^:<>]{1,300})((?::[^:<>]{0,100}){0,9})>/gi;
const STRENGTH = /^-?(?:\d{1,9}(?:\.\d{1,30})?|\.\d{1,30})$/;

interface Loader {
  file: FormField;
  model: FormField;
  clip: FormField | null;
}

/** Gives the LoRAs that the tags of a prompt name to the loaders of the workflow, in the order of both. */
export function matchLoras(open: OpenForm, prompt: string): LorasMatch {
  const tags = [...prompt.matchAll(TAG)];
  const free = tags.length > 0 ? loadersIn(open) : [];
  const changes: [key: string, value: JsonValue][] = [];
  const loras: MatchedLora[] = [];
  let left = prompt;
  for (const [text, name = '', parts = ''] of tags) {
    const found: FieldValue[] | NotTaken = free[0] ? valuesFor(free[0], name, parts) : { reason: 'no_input' };
    loras.push({ name, problem: 'reason' in found ? found : null });
    if ('reason' in found) continue;
    free.shift();
    changes.push(...found.map(([{ key }, value]): [string, JsonValue] => [key, value]));
    left = withoutTag(left, text);
  }
  return { changes, loras, prompt: left };
}

/** Returns the loaders whose file and strength are in the form, from the model to the sampler. */
function loadersIn({ graph, form }: OpenForm): Loader[] {
  return readGenerationInputs(graph, null).loras.flatMap(({ nodeId, input }): Loader[] => {
    const node = graph.get(nodeId);
    const strengths = node ? loraStrengthInputs(node, input) : null;
    const fieldOf = (name: string | null | undefined) =>
      (typeof name === 'string' && form.fields.get(fieldKey(nodeId, name))) || null;
    const [file, model, clip] = [input, strengths?.model, strengths?.clip].map(fieldOf);
    return file && model ? [{ file, model, clip: clip ?? null }] : [];
  });
}

type FieldValue = readonly [field: FormField, value: JsonValue];

function valuesFor({ file, model, clip }: Loader, name: string, parts: string): FieldValue[] | NotTaken {
  const option = namedOption(file, name);
  if (typeof option === 'object') return option;
  const strengths = parts === '' ? ['1'] : parts.slice(1).split(':');
  const [first = '', second = first] = strengths;
  if (strengths.length > 2 || !strengths.every((text) => STRENGTH.test(text))) return { reason: 'invalid' };
  const values: FieldValue[] = [
    [file, option],
    [model, strengthOf(second)],
  ];
  if (clip) values.push([clip, strengthOf(first)]);
  return values.every(([field, value]) => valueProblem(field, value) === null) ? values : { reason: 'invalid' };
}

function strengthOf(text: string): JsonValue {
  return numberFromText(text.replace(/^(-?)\./, '$10.'));
}

/** Removes a tag, and the comma that stands before it or after it. */
function withoutTag(prompt: string, tag: string): string {
  const at = prompt.indexOf(tag);
  const before = prompt.slice(0, at).trimEnd();
  const after = prompt.slice(at + tag.length);
  const rest = /^[,\n]?$/.test(before.slice(-1)) ? after.replace(/^[ \t]*,?/, '') : after;
  if (rest.trim() === '') return before.replace(/,$/, '');
  if (before === '') return rest.trimStart();
  // The line break before a tag that began a line stays.
  const gap = prompt.slice(before.length, at).includes('\n') ? '\n' : /^[\s,]/.test(rest) ? '' : ' ';
  return `${before}${gap}${gap === '\n' ? rest.trimStart() : rest}`;
}
