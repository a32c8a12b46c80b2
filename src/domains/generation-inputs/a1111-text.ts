import type { JsonValue } from '@contract/json/lossless';
import type { GenerationInputs, PromptText, ValueKind } from '@contract/workflow/generation-inputs/generation-inputs';

/** Names in Automatic1111, by the name in ComfyUI. Others are written as they are. */
const SAMPLERS: Readonly<Record<string, string>> = {
  euler: 'Euler',
  euler_ancestral: 'Euler a',
  heun: 'Heun',
  lms: 'LMS',
  dpm_2: 'DPM2',
  dpm_2_ancestral: 'DPM2 a',
  dpm_fast: 'DPM fast',
  dpm_adaptive: 'DPM adaptive',
  dpmpp_2s_ancestral: 'DPM++ 2S a',
  dpmpp_sde: 'DPM++ SDE',
  dpmpp_sde_gpu: 'DPM++ SDE',
  dpmpp_2m: 'DPM++ 2M',
  dpmpp_2m_sde: 'DPM++ 2M SDE',
  dpmpp_2m_sde_gpu: 'DPM++ 2M SDE',
  dpmpp_2m_sde_heun: 'DPM++ 2M SDE Heun',
  dpmpp_3m_sde: 'DPM++ 3M SDE',
  dpmpp_3m_sde_gpu: 'DPM++ 3M SDE',
  ddim: 'DDIM',
  lcm: 'LCM',
  uni_pc: 'UniPC',
};
const SCHEDULERS: Readonly<Record<string, string>> = {
  normal: 'Normal',
  karras: 'Karras',
  exponential: 'Exponential',
  sgm_uniform: 'SGM Uniform',
  simple: 'Simple',
  ddim_uniform: 'DDIM',
  beta: 'Beta',
};

/** Formats inputs as the text that Automatic1111 stores in images: of several samplers, the settings of the first. */
export function a1111Text(inputs: GenerationInputs): string {
  const setting = (kind: ValueKind) => inputs.settings.find((value) => value.kind === kind)?.value;
  const [size] = inputs.sizes;
  const loras = inputs.loras.map(({ name, strengths }) => `<lora:${modelName(name)}:${String(strengths[0] ?? 1)}>`);
  const fields: [name: string, value: JsonValue | undefined][] = [
    ['Steps', setting('steps')],
    ['Sampler', renamed(SAMPLERS, setting('sampler'))],
    ['Schedule type', renamed(SCHEDULERS, setting('scheduler'))],
    ['CFG scale', setting('cfg')],
    ['Distilled CFG Scale', setting('guidance')],
    ['Seed', inputs.seeds[0]?.value],
    ['Size', size && `${String(size.width.value)}x${String(size.height.value)}`],
    ['Model', named(inputs.models[0]?.value)],
    ['VAE', inputs.vaes[0]?.value],
    ['Denoising strength', setting('denoise') === 1 ? undefined : setting('denoise')],
  ];
  const given = fields.flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${quoted(String(value))}`]));
  const prompt = [promptText(inputs.positive), ...loras].filter(Boolean).join(' ');
  const negative = promptText(inputs.negative);
  return [prompt, negative && `Negative prompt: ${negative}`, given.join(', ')].filter(Boolean).join('\n');
}

/** Returns the texts of a prompt, each once: several encoders often have the same one. */
export function promptParts(prompts: readonly PromptText[]): string[] {
  return [...new Set(prompts.map(({ text }) => text.trim()))].filter(Boolean);
}

function promptText(prompts: readonly PromptText[]): string {
  return promptParts(prompts).join('\n');
}

/** Returns `sd_xl_base_1.0` for `sdxl/sd_xl_base_1.0.safetensors`. */
export function modelName(file: string): string {
  const name = file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
  return name.replace(/\.(?:safetensors|sft|ckpt|pth?|bin|gguf)$/i, '');
}

function named(value: JsonValue | undefined): JsonValue | undefined {
  return typeof value === 'string' ? modelName(value) : value;
}

function renamed(table: Readonly<Record<string, string>>, value: JsonValue | undefined): JsonValue | undefined {
  return typeof value === 'string' && Object.hasOwn(table, value) ? table[value] : value;
}

/** Readers split the line at commas. */
function quoted(value: string): string {
  return /[,:\n]/.test(value) ? JSON.stringify(value) : value;
}
