import { fc } from '@contract/testing/properties';

const ids = fc.constantFrom('1', '2', '3', '60:4', '__proto__', 'missing');
const names = fc.constantFrom(
  'positive',
  'negative',
  'conditioning',
  'guider',
  'sigmas',
  'noise',
  'model',
  'latent_image',
  'text',
  'prompt',
  'value',
  'seed',
  'steps',
  'width',
  'height',
  'lora_name',
  'lora_1',
  'ckpt_name',
  'switch',
  'on_true',
  '',
);
const link = fc.tuple(ids, fc.nat(3));
const literal = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.dictionary(names, fc.string()));
const classes = fc.constantFrom(
  'KSampler',
  'SamplerCustomAdvanced',
  'CFGGuider',
  'CLIPTextEncode',
  'ControlNetApplyAdvanced',
  'LoraLoader',
  'ConditioningZeroOut',
  'StringConcatenate',
  'Reroute',
  'SaveImage',
  'Unknown',
  'constructor',
);
const node = fc.record({ class_type: classes, inputs: fc.dictionary(names, fc.oneof(link, literal)) });

/** Graphs with cycles, missing nodes and inputs of any type, by node id. */
export const anyWorkflow = fc.dictionary(ids, node, { minKeys: 1 });
