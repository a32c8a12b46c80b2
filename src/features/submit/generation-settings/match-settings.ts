import { type JsonValue, numberFromText } from '@contract/json/lossless';
import { type GenerationSettings, SETTING_NAMES, type SettingName } from '@/domains/workflow-files/generation-settings';
import { valueProblem } from '../draft/field-problems';
import type { FormField } from '../draft/form-model';
import { type MatchedLora, matchLoras } from './match-loras';
import { namedOption, type NotTaken } from './named-option';
import { type OpenForm, samplersIn, settingInputs } from './setting-inputs';

export interface UnusedSetting extends NotTaken {
  setting: SettingName;
  /** As the settings name it. */
  text: string;
}

export interface SettingsMatch {
  /** Values by field key. */
  changes: readonly (readonly [key: string, value: JsonValue])[];
  /** Settings that the workflow has an input for, and that it can take. */
  used: readonly SettingName[];
  unused: readonly UnusedSetting[];
  /** Named by tags in the prompt. */
  loras: readonly MatchedLora[];
}

const NUMBERS = ['seed', 'steps', 'cfg', 'denoise'] as const;
const CHOICES = ['sampler', 'scheduler'] as const;
const FILES = ['model', 'vae'] as const;
const SIZES = ['width', 'height'] as const;

/** Finds the inputs that the settings mean: those of the first sampler, and the prompts, the size and the files that it reads. */
export function matchSettings(open: OpenForm, settings: GenerationSettings): SettingsMatch {
  const samplers = samplersIn(open);
  const inputs = settingInputs(open, samplers[0] ?? null);
  const changes: (readonly [key: string, value: JsonValue])[] = [];
  const used = new Set<SettingName>();
  const problems = new Map<SettingName, NotTaken>();
  const put = (setting: SettingName, found: readonly FormField[], value: JsonValue | null) => {
    if (found.length === 0) problems.set(setting, { reason: 'no_input' });
    if (found.length === 0 || value === null || found.some((field) => valueProblem(field, value) !== null)) return;
    changes.push(...found.map(({ key }): [string, JsonValue] => [key, value]));
    used.add(setting);
  };

  const loras = matchLoras(open, settings.prompt ?? '');
  changes.push(...loras.changes);
  put('prompt', inputs.prompt, settings.prompt === undefined ? null : loras.prompt);
  put('negative', inputs.negative, settings.negative ?? null);
  for (const name of NUMBERS) put(name, inputs[name], numberIn(settings[name]));
  const comfyui = samplerNames(settings);
  for (const name of CHOICES) {
    const wanted = comfyui[name];
    const options = inputs[name][0]?.spec?.options ?? [];
    const option = wanted === undefined ? null : options.find((choice) => isSameName(String(choice), wanted));
    problems.set(name, { reason: options.length === 0 ? 'unlisted' : 'not_found' });
    put(name, inputs[name], option ?? null);
  }
  for (const name of SIZES) put(name, inputs[name], numberIn(settings[name]));
  for (const name of FILES) {
    const wanted = settings[name];
    const [field] = inputs[name];
    const option = wanted === undefined || !field ? null : namedOption(field, wanted);
    if (option !== null && typeof option === 'object') problems.set(name, option);
    else put(name, inputs[name], option);
  }
  const [, second] = samplers;
  const isSecondKnown = second !== undefined && samplers.length === 2;
  const secondInputs = isSecondKnown ? settingInputs(open, second).denoise : [];
  put('secondDenoise', secondInputs, numberIn(settings.secondDenoise));
  // A name that means both, as in InvokeAI.
  const isBoth = settings.sampler === undefined && used.has('sampler');
  const unused = SETTING_NAMES.flatMap(([setting]): UnusedSetting[] => {
    const text = settings[setting];
    if (text === undefined || used.has(setting) || (setting === 'scheduler' && isBoth)) return [];
    return [{ setting, text, ...(problems.get(setting) ?? { reason: 'invalid' }) }];
  });
  return { changes, used: [...used], unused, loras: loras.loras };
}

function numberIn(text: string | undefined): JsonValue | null {
  return text !== undefined && /^-?\d+(?:\.\d+)?$/.test(text) ? numberFromText(text) : null;
}

/** Schedules that Automatic1111 once wrote behind the name of the sampler, and their names in ComfyUI. */
const SCHEDULERS: readonly (readonly [suffix: string, name: string])[] = [
  ['sgm uniform', 'sgm_uniform'],
  ['exponential', 'exponential'],
  ['polyexponential', 'exponential'],
  ['karras', 'karras'],
  ['simple', 'simple'],
  ['normal', 'normal'],
  ['uniform', 'ddim_uniform'],
  ['beta', 'beta'],
];

/** Names that follow no rule, in the form of `simplified`. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  dpm2: 'dpm_2',
  dpm2ancestral: 'dpm_2_ancestral',
  dpmpp2msdeheun: 'dpmpp_2m_sde',
  unipcbh2: 'uni_pc_bh2',
};

/** Returns the names that ComfyUI uses for a sampler and its schedule; both are only choices if a server has them. */
function samplerNames({ sampler, scheduler }: GenerationSettings): { sampler?: string; scheduler?: string } {
  // InvokeAI has one name for both, such as `dpmpp_2m_k`; NovelAI begins with `k_`.
  const whole = (sampler ?? scheduler ?? '')
    .toLowerCase()
    .replace(/^k_/, '')
    .replace(/_k$/, ' karras')
    .replace(/_gpu$/, '')
    .trim();
  if (whole === '') return {};
  const [suffix, suffixName] = SCHEDULERS.find(([name]) => whole.endsWith(` ${name}`)) ?? ['', undefined];
  const base = simplified(suffix === '' ? whole : whole.slice(0, -suffix.length - 1));
  const given = sampler !== undefined && scheduler?.toLowerCase() !== 'automatic' ? scheduler : undefined;
  const named = SCHEDULERS.find(([name]) => name === given?.toLowerCase().replaceAll('_', ' '))?.[1] ?? given;
  const schedule = suffixName ?? named;
  return { sampler: OTHER_NAMES[base] ?? base, ...(schedule === undefined ? {} : { scheduler: schedule }) };
}

/** `DPM++ 2M SDE` and `dpmpp_2m_sde` become the same, `Euler a` and `euler_ancestral`, too. */
function simplified(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('++', 'pp')
    .replace(/[ _]a$/, 'ancestral')
    .replaceAll(/[^a-z0-9]/g, '');
}

function isSameName(left: string, right: string): boolean {
  return simplified(left) === simplified(right);
}
