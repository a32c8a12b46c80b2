import { isNumber } from '@contract/json/json-values';
import { stringifyJson, type JsonValue } from '@contract/json/lossless';
import { assetIdOf, assetTextOf, isAssetReference } from '@contract/workflow/asset-references';
import { ownKeys } from '@contract/typed-objects';
import { modelName } from '@/domains/generation-inputs/a1111-text';
import type { MainRole } from '@/domains/generation-inputs/main-sources';
import type {
  GenerationInputs,
  LoraValue,
  MainValue,
  ValueKind,
} from '@contract/workflow/generation-inputs/generation-inputs';
import { msg, t, type Message } from '@/lib/i18n/messages';

/** Formats a value as it was written: numbers keep their digits. */
export function valueText(value: JsonValue): string {
  if (typeof value === 'string') return value;
  if (isAssetReference(value)) return assetTextOf(value, 'file_path') ?? assetIdOf(value) ?? t('file');
  return stringifyJson(value);
}

const MAX_NAMED_CHARS = 40;

/** Names what was reused: `Seed 42`, or `Positive prompt` alone, whose text is long. */
export function nameWithValue(name: string, values: readonly { value: JsonValue }[]): string {
  const text = unique(values.map(({ value }) => valueText(value)));
  return text.length > MAX_NAMED_CHARS ? name : `${name} ${text}`;
}

/** Longer fractions are mostly rounding errors of the program that wrote the workflow. */
const MAX_NUMBER_CHARS = 10;
const SHOWN_DIGITS = 8;

/** Formats a value for a place that tells the exact one apart: `0.12` for `0.12000000000000001`. */
export function shortText(value: JsonValue): string {
  const text = valueText(value);
  if (!isNumber(value) || text.length <= MAX_NUMBER_CHARS || !/[.e]/i.test(text)) return text;
  const rounded = Number(Number(text).toPrecision(SHOWN_DIGITS));
  return Number.isFinite(rounded) ? String(rounded) : text;
}

/** `gouache_v2 0.8`, or `gouache_v2 0.8 / 0.6` with a strength of its own for the text encoder. */
export function loraText({ name, strengths }: LoraValue): string {
  return [modelName(name), strengths.map(valueText).join(' / ')].filter(Boolean).join(' ');
}

/** The same with `shortText`. */
export function shortLoraText({ name, strengths }: LoraValue): string {
  return [modelName(name), strengths.map(shortText).join(' / ')].filter(Boolean).join(' ');
}

export interface ValueRow {
  label: string;
  text: string;
}

interface SettingRow extends ValueRow {
  /** With `shortText`. */
  short: string;
  /** Those of all nodes; a width is followed by its height. */
  values: readonly MainValue[];
}

const LABELS = {
  steps: msg('Steps'),
  cfg: msg('CFG'),
  guidance: msg('Guidance'),
  sampler: msg('Sampler'),
  scheduler: msg('Scheduler'),
  denoise: msg('Denoise'),
  batch: msg('Batch size'),
  length: msg('Frames'),
  duration: msg('Duration'),
  aspect: msg('Aspect ratio'),
  resolution: msg('Resolution'),
} as const satisfies Partial<Record<ValueKind, Message>>;

const ROLES: Readonly<Record<MainRole, Message>> = {
  ...LABELS,
  positive: msg('Positive prompt'),
  negative: msg('Negative prompt'),
  file: msg('File'),
  model: msg('Model'),
  lora: msg('LoRA'),
  width: msg('Width'),
  height: msg('Height'),
  seed: msg('Seed'),
  vae: msg('VAE'),
};

/** The label of an input by what it means for the result. */
export function roleLabel(role: MainRole): string {
  return t(ROLES[role]);
}

const SIZE = msg('Size');

/** What is usual with this value: not worth a row. */
const USUAL: Partial<Record<ValueKind, string>> = { denoise: '1', batch: '1' };

/** Returns the size and the settings as short rows; those of several samplers are in one row. */
export function settingRows(inputs: Pick<GenerationInputs, 'sizes' | 'settings'>): SettingRow[] {
  return settingTexts(inputs).map(({ kind, ...row }) => ({
    label: t(kind === 'size' ? SIZE : LABELS[kind]),
    ...row,
  }));
}

interface SettingText extends Omit<SettingRow, 'label'> {
  kind: 'size' | keyof typeof LABELS;
}

function settingTexts({ sizes, settings }: Pick<GenerationInputs, 'sizes' | 'settings'>): SettingText[] {
  const size = unique(sizes.map(({ width, height }) => `${valueText(width.value)} × ${valueText(height.value)}`));
  const rows = ownKeys(LABELS).flatMap((kind): SettingText[] => {
    const values = settings.filter((value) => value.kind === kind);
    const text = unique(values.map(({ value }) => valueText(value)));
    if (text === '' || text === USUAL[kind]) return [];
    return [{ kind, text, short: unique(values.map(({ value }) => shortText(value))), values }];
  });
  const sides = sizes.flatMap(({ width, height }) => [width, height]);
  return [...(size === '' ? [] : [{ kind: 'size' as const, text: size, short: size, values: sides }]), ...rows];
}

const MAX_SETTINGS = 3;

export interface MainText {
  /** The same for what two workflows have at the same place, such as `seed 0`. */
  key: string;
  text: string;
}

/** Returns the seed, the first settings and the models, such as `seed 7`. */
export function mainTexts(inputs: GenerationInputs): MainText[] {
  return [
    ...groupValues(inputs.seeds).map(({ text }, index) => ({
      key: `seed ${index}`,
      text: t('seed {seed}', { seed: text }),
    })),
    ...settingTexts(inputs)
      .slice(0, MAX_SETTINGS)
      .map(({ kind, short }) => ({
        key: kind,
        text: t(
          '{kind, select, steps {steps {value}} cfg {cfg {value}} guidance {guidance {value}} sampler {sampler {value}} scheduler {scheduler {value}} denoise {denoise {value}} batch {batch size {value}} length {frames {value}} duration {duration {value}} aspect {aspect ratio {value}} resolution {resolution {value}} other {{value}}}',
          { kind, value: short },
        ),
      })),
    ...groupValues(inputs.models).map(({ text }, index) => ({
      key: `model ${index}`,
      text: modelName(text),
    })),
  ];
}

/** Returns each value once, with all the inputs that have it. */
export function groupValues(values: readonly MainValue[]): { text: string; values: readonly MainValue[] }[] {
  const groups = new Map<string, MainValue[]>();
  for (const value of values) {
    const text = valueText(value.value);
    groups.set(text, [...(groups.get(text) ?? []), value]);
  }
  return [...groups].map(([text, alike]) => ({ text, values: alike }));
}

function unique(texts: readonly string[]): string {
  return [...new Set(texts)].join(', ');
}

/** Returns the changed values without those that have a row of their own, in which their defaults would say nothing. */
export function otherChanges(inputs: GenerationInputs, isRequest = false): GenerationInputs['changed'] {
  const { positive, negative, models, loras, vaes, seeds, files, sizes, settings } = inputs;
  // Those of several nodes share a row: the table says which node has which.
  const short = isRequest ? [...settings, ...sizes.flatMap(({ width, height }) => [width, height])] : [];
  const shown = new Set([positive, negative, models, loras, vaes, seeds, files, short].flat().map(keyOf));
  return inputs.changed.flatMap((node) => {
    const values = node.values.filter(({ input }) => !shown.has(keyOf({ nodeId: node.nodeId, input })));
    return values.length === 0 ? [] : [{ ...node, values }];
  });
}

function keyOf({ nodeId, input }: { nodeId: string; input: string }): string {
  return `${nodeId} ${input}`;
}
