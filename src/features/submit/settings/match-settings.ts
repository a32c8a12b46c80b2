import { numberFromText, type JsonValue } from '@contract/json/lossless';
import { SETTING_NAMES, type GenerationSettings, type SettingName } from '@/domains/workflow-files/generation-settings';
import { valueProblem } from '../draft/field-problems';
import type { FormField } from '../draft/form-model';
import { isSameName, samplerNames } from './sampler-names';
import { samplersIn, settingInputs, type OpenForm } from './setting-inputs';

export interface SettingsMatch {
  /** Values by field key. */
  changes: readonly (readonly [key: string, value: JsonValue])[];
  /** Settings that the workflow has an input for. */
  used: readonly SettingName[];
  unused: readonly SettingName[];
}

const NUMBERS = ['seed', 'steps', 'cfg'] as const;
const CHOICES = ['sampler', 'scheduler'] as const;
const SIZES = ['width', 'height'] as const;

/** Finds the inputs that the settings mean: those of the sampler, and the prompts and the size that it reads. */
export function matchSettings(open: OpenForm, settings: GenerationSettings): SettingsMatch {
  const inputs = settingInputs(open, samplersIn(open)[0] ?? null);
  const changes: [key: string, value: JsonValue][] = [];
  const used = new Set<SettingName>();
  const put = (setting: SettingName, found: readonly FormField[], value: JsonValue | null) => {
    if (found.length === 0 || value === null || found.some((field) => valueProblem(field, value) !== null)) return;
    changes.push(...found.map(({ key }): [string, JsonValue] => [key, value]));
    used.add(setting);
  };

  put('prompt', inputs.prompt, settings.prompt ?? null);
  put('negative', inputs.negative, settings.negative ?? null);
  for (const name of NUMBERS) put(name, inputs[name], numberIn(settings[name]));
  const comfyui = samplerNames(settings);
  for (const name of CHOICES) {
    const wanted = comfyui[name];
    const options = inputs[name][0]?.spec?.options ?? [];
    const option = wanted === undefined ? null : options.find((choice) => isSameName(String(choice), wanted));
    put(name, inputs[name], option ?? null);
  }
  for (const name of SIZES) put(name, inputs[name], numberIn(settings[name]));
  const all = SETTING_NAMES.map(([setting]) => setting).filter((setting) => settings[setting] !== undefined);
  return { changes, used: [...used], unused: all.filter((setting) => !used.has(setting)) };
}

function numberIn(text: string | undefined): JsonValue | null {
  return text !== undefined && /^-?\d+(?:\.\d+)?$/.test(text) ? numberFromText(text) : null;
}
