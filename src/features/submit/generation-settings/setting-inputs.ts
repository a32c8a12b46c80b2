import type { InputSource } from '@contract/workflow/generation-inputs/generation-inputs';
import { readGenerationInputs } from '@contract/workflow/generation-inputs/read-generation-inputs';
import { asLink, nodeLinks, type Graph } from '@contract/workflow/graph';
import { fieldKey } from '@/domains/drafts/field-key';
import type { SettingName } from '@/domains/workflow-files/generation-settings';
import type { FormField, FormModel } from '../draft/form-model';
import { findSizeFields, type SizeFields } from '../draft/resolution';

export interface OpenForm {
  graph: Graph;
  form: FormModel;
}

/** A setting of one sampler. */
type InputRole = Exclude<SettingName, 'secondDenoise'>;

const NAMED = {
  seed: ['seed', 'noise_seed'],
  steps: ['steps'],
  cfg: ['cfg', 'guidance', 'guidance_scale', 'cfg_scale'],
  sampler: ['sampler_name'],
  scheduler: ['scheduler'],
  denoise: ['denoise'],
} as const satisfies Partial<Record<InputRole, readonly string[]>>;
const TEXT_INPUT =
  /^(?:text|prompt|positive|negative|positive_prompt|negative_prompt|text_[gl]|clip_[gl]|t5xxl|value|string)$/;
const MODEL_INPUT = /^(?:ckpt_name|unet_name)$/;

/** Finds the inputs of a sampler, the prompts, the size and the model that it reads, and the only VAE. @param sampler `null`: by name only */
export function settingInputs(
  open: OpenForm,
  sampler: string | null,
): Readonly<Record<InputRole, readonly FormField[]>> {
  const fields = [...open.form.fields.values()];
  /** The input of the sampler, else the only one of these names. */
  const named = (names: readonly string[]): FormField[] => {
    const all = fields.filter(({ name }) => names.includes(name));
    const own = all.filter(({ nodeId }) => nodeId === sampler).slice(0, 1);
    return own.length > 0 ? own : onlyOne(all);
  };
  const prompts = promptsOf(open, sampler);
  const size = sizeOf(open, sampler);
  const { models, vaes } = readGenerationInputs(open.graph, null);
  const fieldsOf = (values: readonly InputSource[]) =>
    values.flatMap(({ nodeId, input }) => open.form.fields.get(fieldKey(nodeId, input)) ?? []);
  const model = modelOf(open, sampler);
  return {
    prompt: prompts.positive,
    negative: prompts.negative,
    seed: named(NAMED.seed),
    steps: named(NAMED.steps),
    cfg: named(NAMED.cfg),
    sampler: named(NAMED.sampler),
    scheduler: named(NAMED.scheduler),
    width: size ? [size.width] : [],
    height: size ? [size.height] : [],
    denoise: named(NAMED.denoise),
    model: model.length > 0 ? model : onlyOne(fieldsOf(models)),
    vae: onlyOne(fieldsOf(vaes)),
  };
}

/** Returns the nodes that read both prompts and have a setting of sampling. */
export function samplersIn({ graph, form }: OpenForm): string[] {
  const isSampler = ({ nodeId }: { nodeId: string }) => {
    const inputs = graph.get(nodeId)?.inputs ?? {};
    return (
      ['positive', 'negative'].every((name) => asLink(inputs[name]) !== null) &&
      ['steps', 'cfg', 'seed', 'noise_seed'].some((name) => Object.hasOwn(inputs, name))
    );
  };
  return form.outline.filter(isSampler).map(({ nodeId }) => nodeId);
}

function onlyOne(fields: readonly FormField[]): FormField[] {
  return fields.length === 1 ? [...fields] : [];
}

function modelOf(open: OpenForm, sampler: string | null): FormField[] {
  const isModel = ({ name }: FormField) => MODEL_INPUT.test(name);
  const near = sampler === null ? [] : nearestFields(open, sampler, 'model', (fields) => fields.filter(isModel));
  return near.length > 0 ? near : onlyOne([...open.form.fields.values()].filter(isModel));
}

/** Prompts that the sampler reads; without a sampler, those with such names. */
function promptsOf(open: OpenForm, sampler: string | null): { positive: FormField[]; negative: FormField[] } {
  const upstream = (input: string) =>
    sampler === null ? [] : nearestFields(open, sampler, input, (fields) => fields.filter(isText));
  const byName = (names: readonly string[]) => {
    const found = [...open.form.fields.values()].filter((field) => isText(field) && names.includes(field.name));
    return onlyOne(found);
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
