import type { GenerationInputs, InputSource, ValueKind } from '@contract/workflow/generation-inputs/generation-inputs';

/** What an input means for the result, whatever its name is. */
export type MainRole = 'positive' | 'negative' | 'lora' | ValueKind;

export interface MainSource extends InputSource {
  role: MainRole;
}

/** After prompts, files, models and sizes, in the order in which people change them. */
const LATER_ROLES: readonly ValueKind[] = [
  'seed',
  'steps',
  'cfg',
  'guidance',
  'sampler',
  'scheduler',
  'denoise',
  'batch',
  'length',
  'duration',
  'aspect',
  'resolution',
  'vae',
];

/** Returns the inputs that determine a result, each once: prompts first, then files, models, sizes, seeds and settings. */
export function mainSources(inputs: GenerationInputs): MainSource[] {
  const { positive, negative, files, models, loras, sizes, seeds, settings, vaes } = inputs;
  const later = [...seeds, ...settings, ...vaes].toSorted(
    (left, right) => LATER_ROLES.indexOf(left.kind) - LATER_ROLES.indexOf(right.kind),
  );
  const all: MainSource[] = [
    ...positive.map((source) => ({ ...place(source), role: 'positive' as const })),
    ...negative.map((source) => ({ ...place(source), role: 'negative' as const })),
    ...[...files, ...models].map((value) => ({ ...place(value), role: value.kind })),
    ...loras.map((lora) => ({ ...place(lora), role: 'lora' as const })),
    ...sizes.flatMap(({ width, height }) => [width, height]).map((value) => ({ ...place(value), role: value.kind })),
    ...later.map((value) => ({ ...place(value), role: value.kind })),
  ];
  // A text can be both prompts, and a name of a class is in no input.
  const byKey = new Map(all.toReversed().map((source) => [JSON.stringify([source.nodeId, source.input]), source]));
  return [...byKey.values()].toReversed().filter(({ input }) => input !== '');
}

function place({ nodeId, input }: InputSource): InputSource {
  return { nodeId, input };
}
