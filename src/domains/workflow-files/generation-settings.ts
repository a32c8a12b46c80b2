import { isNumber, isObject, member } from '@contract/json/json-values';
import { parseJson, type JsonValue } from '@contract/json/lossless';

/** Settings that Automatic1111, Forge, Fooocus, InvokeAI or NovelAI saved with an image, as texts: numbers keep all their digits. */
export interface GenerationSettings {
  prompt?: string;
  negative?: string;
  seed?: string;
  steps?: string;
  cfg?: string;
  sampler?: string;
  scheduler?: string;
  width?: string;
  height?: string;
  /** Name of the checkpoint, often without its folder and extension. */
  model?: string;
  vae?: string;
  denoise?: string;
  /** Of the pass that enlarges the image (Hires fix), which a denoise of the same name means there. */
  secondDenoise?: string;
}

export type SettingName = keyof GenerationSettings;

/** Names of the settings in JSON, and in the last line of the text of Automatic1111. */
export const SETTING_NAMES: readonly (readonly [setting: SettingName, names: readonly string[]])[] = [
  ['prompt', ['positive_prompt', 'prompt']],
  ['negative', ['negative_prompt', 'uc']],
  ['seed', ['seed']],
  ['steps', ['steps']],
  ['cfg', ['cfg_scale', 'guidance_scale', 'scale']],
  ['sampler', ['sampler', 'sampler_name']],
  ['scheduler', ['schedule_type', 'scheduler', 'noise_schedule']],
  ['width', ['width']],
  ['height', ['height']],
  ['model', ['model', 'base_model']],
  ['vae', ['vae']],
  ['denoise', ['denoising_strength']],
  ['secondDenoise', []],
];

/** The VAE is that of the checkpoint, or chosen with it. */
const NO_VAE = /^(?:automatic|none|default \(model\))$/i;
const HIRES_NAMES = ['hires_upscale', 'hires_resize', 'hires_steps', 'hires_upscaler'];

const MAX_CHARS = 200_000;

/** Returns the settings in a text; empty if it has none. */
export function parseGenerationSettings(text: string): GenerationSettings {
  const whole = text.slice(0, MAX_CHARS).trim();
  const json = whole.startsWith('{') ? parsed(whole) : undefined;
  return isObject(json) ? fromMembers((name) => textOf(member(json, name))) : fromText(whole);
}

function parsed(text: string): JsonValue | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : isNumber(value) ? String(value) : undefined;
}

function fromMembers(read: (name: string) => string | undefined): GenerationSettings {
  const found: GenerationSettings = {};
  for (const [setting, names] of SETTING_NAMES) {
    const value = names.map(read).find((text) => text !== undefined && text.trim() !== '');
    if (value !== undefined) found[setting] = value.trim();
  }
  // `512x768`, or `(1152, 896)` of Fooocus.
  const size = /^\(?\s{0,4}(\d{1,6})\s{0,4}[x×,]\s{0,4}(\d{1,6})/.exec(read('size') ?? read('resolution') ?? '');
  if (size?.[1] && size[2]) {
    found.width ??= size[1];
    found.height ??= size[2];
  }
  if (found.vae !== undefined && NO_VAE.test(found.vae)) delete found.vae;
  if (found.denoise !== undefined && HIRES_NAMES.some((name) => read(name) !== undefined)) {
    found.secondDenoise = found.denoise;
    delete found.denoise;
  }
  return found;
}

const NEGATIVE = 'Negative prompt:';
const SETTINGS_LINE = /^Steps: \d/;

/** Prompt, `Negative prompt: …`, and a last line `Steps: 20, Sampler: Euler a, …`. */
function fromText(text: string): GenerationSettings {
  const lines = text.split('\n');
  const last = lines.findLastIndex((line) => SETTINGS_LINE.test(line));
  if (last < 0) return {};
  const pairs = pairsIn(lines.slice(last).join(' '));
  const middle = lines.findIndex((line, index) => index < last && line.startsWith(NEGATIVE));
  const prompt = lines
    .slice(0, middle < 0 ? last : middle)
    .join('\n')
    .trim();
  const negative = middle < 0 ? '' : lines.slice(middle, last).join('\n').slice(NEGATIVE.length).trim();
  return { ...fromMembers((name) => pairs.get(name)), ...(prompt && { prompt }), ...(negative && { negative }) };
}

/** By name in lower case, such as `cfg_scale` for `CFG scale: 7`. Values with a comma are in quotes. */
function pairsIn(line: string): Map<string, string> {
  const pairs = new Map<string, string>();
  for (const part of partsOf(line)) {
    const at = part.indexOf(':');
    const name = part.slice(0, Math.max(0, at)).trim().toLowerCase().replaceAll(' ', '_');
    if (name !== '' && !pairs.has(name)) pairs.set(name, unquoted(part.slice(at + 1).trim()));
  }
  return pairs;
}

function unquoted(value: string): string {
  const text = value.startsWith('"') ? parsed(value) : undefined;
  return typeof text === 'string' ? text : value;
}

function partsOf(line: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    if (line[at] === '"' && line[at - 1] !== '\\') isQuoted = !isQuoted;
    if (line[at] !== ',' || isQuoted) continue;
    parts.push(line.slice(start, at));
    start = at + 1;
  }
  return [...parts, line.slice(start)];
}
