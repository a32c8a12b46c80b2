import type { GenerationSettings } from '@/domains/workflow-files/generation-settings';

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
export function samplerNames({ sampler, scheduler }: GenerationSettings): { sampler?: string; scheduler?: string } {
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

export function isSameName(left: string, right: string): boolean {
  return simplified(left) === simplified(right);
}
