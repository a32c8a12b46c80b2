import { numberFromText, type JsonValue } from '@contract/json/lossless';
import { asLink, nodeLinks, type Graph } from '@contract/workflow/graph';
import { fieldKey } from '@/domains/drafts/field-key';
import { SETTING_NAMES, type GenerationSettings, type SettingName } from '@/domains/workflow-files/generation-settings';
import { valueProblem } from '../editor/field-problems';
import type { FormField, FormModel } from '../editor/form-model';
import { findSizeFields, type SizeFields } from '../fields/resolution';
import { isSameName, samplerNames } from './sampler-names';

interface OpenForm {
  graph: Graph;
  form: FormModel;
}

export interface SettingsMatch {
  /** Values by field key. */
  changes: readonly (readonly [key: string, value: JsonValue])[];
  /** Settings that the workflow has an input for. */
  used: readonly SettingName[];
  unused: readonly SettingName[];
}

const NUMBER_INPUTS = [
  ['seed', ['seed', 'noise_seed']],
  ['steps', ['steps']],
  ['cfg', ['cfg', 'guidance', 'guidance_scale', 'cfg_scale']],
] as const;
const CHOICE_INPUTS = [
  ['sampler', 'sampler_name'],
  ['scheduler', 'scheduler'],
] as const;
const TEXT_INPUT =
  /^(?:text|prompt|positive|negative|positive_prompt|negative_prompt|text_[gl]|clip_[gl]|t5xxl|value|string)$/;

/** Finds the inputs that the settings mean: those of the sampler, and the prompts and the size that it reads. */
export function matchSettings(open: OpenForm, settings: GenerationSettings): SettingsMatch {
  const fields = [...open.form.fields.values()];
  const sampler = samplerIn(open);
  const changes: [key: string, value: JsonValue][] = [];
  const used = new Set<SettingName>();
  const put = (setting: SettingName, found: readonly FormField[], value: JsonValue | null) => {
    if (found.length === 0 || value === null || found.some((field) => valueProblem(field, value) !== null)) return;
    changes.push(...found.map(({ key }): [string, JsonValue] => [key, value]));
    used.add(setting);
  };
  /** The input of the sampler, else the only one of these names. */
  const named = (names: readonly string[]): FormField[] => {
    const all = fields.filter(({ name }) => names.includes(name));
    const own = all.filter(({ nodeId }) => nodeId === sampler).slice(0, 1);
    return own.length > 0 ? own : all.length === 1 ? all : [];
  };

  const prompts = promptsOf(open, sampler);
  put('prompt', prompts.positive, settings.prompt ?? null);
  put('negative', prompts.negative, settings.negative ?? null);
  for (const [setting, names] of NUMBER_INPUTS) put(setting, named(names), numberIn(settings[setting]));
  const comfyui = samplerNames(settings);
  for (const [setting, name] of CHOICE_INPUTS) {
    const found = named([name]);
    const wanted = comfyui[setting];
    const options = found[0]?.spec?.options ?? [];
    const option = wanted === undefined ? null : options.find((choice) => isSameName(String(choice), wanted));
    put(setting, found, option ?? null);
  }
  const size = sizeOf(open, sampler);
  put('width', size ? [size.width] : [], numberIn(settings.width));
  put('height', size ? [size.height] : [], numberIn(settings.height));
  const all = SETTING_NAMES.map(([setting]) => setting).filter((setting) => settings[setting] !== undefined);
  return { changes, used: [...used], unused: all.filter((setting) => !used.has(setting)) };
}

function numberIn(text: string | undefined): JsonValue | null {
  return text !== undefined && /^-?\d+(?:\.\d+)?$/.test(text) ? numberFromText(text) : null;
}

/** Returns the first node that reads both prompts and has a setting of sampling; `null` if there is none. */
function samplerIn({ graph, form }: OpenForm): string | null {
  const isSampler = ({ nodeId }: { nodeId: string }) => {
    const inputs = graph.get(nodeId)?.inputs ?? {};
    return (
      ['positive', 'negative'].every((name) => asLink(inputs[name]) !== null) &&
      ['steps', 'cfg', 'seed', 'noise_seed'].some((name) => Object.hasOwn(inputs, name))
    );
  };
  return form.outline.find(isSampler)?.nodeId ?? null;
}

/** Prompts that the sampler reads; without a sampler, those with such names. */
function promptsOf(open: OpenForm, sampler: string | null): { positive: FormField[]; negative: FormField[] } {
  const upstream = (input: string) =>
    sampler === null ? [] : nearestFields(open, sampler, input, (fields) => fields.filter(isText));
  const byName = (names: readonly string[]) => {
    const found = [...open.form.fields.values()].filter((field) => isText(field) && names.includes(field.name));
    return found.length === 1 ? found : [];
  };
  const positive = upstream('positive');
  const negative = upstream('negative').filter(({ key }) => !positive.some((other) => other.key === key));
  return {
    positive: positive.length > 0 ? positive : byName(['prompt', 'positive', 'positive_prompt', 'text']),
    negative: negative.length > 0 || positive.length > 0 ? negative : byName(['negative', 'negative_prompt']),
  };
}

function isText({ kind, name }: FormField): boolean {
  return (kind === 'long_text' || kind === 'text') && TEXT_INPUT.test(name);
}

function sizeOf(open: OpenForm, sampler: string | null): SizeFields | null {
  if (sampler !== null) {
    const near = nearestFields(open, sampler, 'latent_image', (fields) => {
      const [size] = findSizeFields(fields);
      return size ? [size.width, size.height] : [];
    });
    const [width, height] = near;
    if (width && height) return { width, height };
  }
  const all = open.form.cards.flatMap(({ fields }) => findSizeFields(fields));
  return all.length === 1 ? (all[0] ?? null) : null;
}

/** Returns the fields of the nearest node, upstream of an input, that has any. */
function nearestFields(
  { graph, form }: OpenForm,
  nodeId: string,
  input: string,
  pick: (fields: readonly FormField[]) => FormField[],
): FormField[] {
  const first = asLink(graph.get(nodeId)?.inputs[input]);
  const queue = new Set(first ? [first.nodeId] : []);
  for (const id of queue) {
    const node = graph.get(id);
    if (!node) continue;
    const fields = Object.keys(node.inputs).flatMap((name) => form.fields.get(fieldKey(id, name)) ?? []);
    const found = pick(fields);
    if (found.length > 0) return found;
    // A node that passes both prompts on, such as a ControlNet, has an input of the same name.
    const same = asLink(node.inputs[input]);
    const links = same ? [same] : nodeLinks(node).map(({ link }) => link);
    for (const link of links) queue.add(link.nodeId);
  }
  return [];
}
