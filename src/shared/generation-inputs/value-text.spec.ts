import { expect, it } from 'vitest';
import { LosslessNumber } from '@contract/json/lossless';
import { readWorkflow } from '@contract/workflow/graph';
import { readGenerationInputs } from '@contract/workflow/generation-inputs/read-generation-inputs';
import {
  IMAGE_TO_IMAGE,
  LORA_STACK,
  SDXL_REFINER,
  type Workflow,
} from '@contract/workflow/generation-inputs/testing/known-workflows';
import { loraText, otherChanges, settingRows, valueText } from './value-text';

function read(workflow: Workflow) {
  const result = readWorkflow(JSON.stringify(workflow));
  if (!result.ok) throw new Error(result.problem.message);
  return readGenerationInputs(result.graph, null);
}

it('formats values as they were written, and files by their name', () => {
  expect(valueText(new LosslessNumber('18446744073709551615'))).toBe('18446744073709551615');
  expect(valueText({ on: true, strength: 1 })).toBe('{"on":true,"strength":1}');
  expect(valueText({ __type: 'core/ASSET', info: { id: 'a', file_path: 'photo.png' } })).toBe('photo.png');
  expect(valueText({ __type: 'core/ASSET', info: { id: 'a' } })).toBe('a');
});

it('shows the settings of several samplers in one row, and none that are usual', () => {
  expect(settingRows(read(SDXL_REFINER)).map(({ label, text }) => `${label}: ${text}`)).toEqual([
    'Size: 1216 × 832',
    'Steps: 25',
    'CFG: 8, 7',
    'Sampler: euler',
    'Scheduler: normal',
  ]);
  expect(settingRows(read(IMAGE_TO_IMAGE))).toContainEqual({ label: 'Denoise', text: '0.55' });
});

it('shows both strengths of a LoRA if they differ', () => {
  expect(read(LORA_STACK).loras.map(loraText)).toEqual(['gouache_v2 0.8 / 0.6', 'soft_grain 0.35', 'third 1']);
});

it('lists no change that has a row of its own', () => {
  const names = otherChanges(read(IMAGE_TO_IMAGE)).flatMap(({ values }) => values.map(({ input }) => input));
  expect(names).toEqual(expect.arrayContaining(['steps', 'width', 'filename_prefix']));
  for (const shown of ['text', 'ckpt_name', 'seed', 'image']) expect(names).not.toContain(shown);
});
