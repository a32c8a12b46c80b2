import { samplersIn, settingInputs, type OpenForm } from '../../generation-settings/setting-inputs';

type InputRole = keyof ReturnType<typeof settingInputs>;

/** Names of columns in tables of other tools, in lower case with single spaces. */
const NAMES: Readonly<Record<InputRole, readonly string[]>> = {
  prompt: ['prompt', 'prompts', 'positive', 'positive prompt'],
  negative: ['negative', 'negative prompt', 'neg', 'neg prompt'],
  seed: ['seed', 'noise seed'],
  steps: ['steps', 'sampling steps'],
  cfg: ['cfg', 'cfg scale', 'guidance', 'guidance scale'],
  sampler: ['sampler', 'sampler name', 'sampling method'],
  scheduler: ['scheduler', 'schedule type'],
  width: ['width'],
  height: ['height'],
  denoise: ['denoise', 'denoising strength'],
  model: ['checkpoint', 'ckpt', 'ckpt name', 'model', 'model name'],
  vae: ['vae', 'vae name'],
};

/**
 * Returns a function that guesses the input that a column means: the one that all samplers of the workflow read for it. `null` if
 * there is none, or if there are several.
 */
export function columnGuesses(open: OpenForm): (column: string) => string | null {
  const samplers = samplersIn(open);
  const found = (samplers.length > 0 ? samplers : [null]).map((sampler) => settingInputs(open, sampler));
  return (column) => {
    const name = column
      .trim()
      .toLowerCase()
      .replaceAll(/[\s_-]+/g, ' ');
    const role = ROLES.find((one) => NAMES[one].includes(name));
    if (role === undefined) return null;
    const keys = new Set(found.flatMap((inputs) => inputs[role].map(({ key }) => key)));
    const [key] = keys;
    return key !== undefined && keys.size === 1 ? key : null;
  };
}

const ROLES: readonly InputRole[] = [
  'prompt',
  'negative',
  'seed',
  'steps',
  'cfg',
  'sampler',
  'scheduler',
  'width',
  'height',
  'denoise',
  'model',
  'vae',
];
