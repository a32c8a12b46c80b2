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
import { loraText, mainTexts, otherChanges, settingRows, shortLoraText, shortText, valueText } from './value-text';

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
  expect(settingRows(read(IMAGE_TO_IMAGE))).toContainEqual(expect.objectContaining({ label: 'Denoise', text: '0.55' }));
});

it('shows both strengths of a LoRA if they differ', () => {
  expect(read(LORA_STACK).loras.map(loraText)).toEqual(['gouache_v2 0.8 / 0.6', 'soft_grain 0.35', 'third 1']);
});

it.each([
  ['0.12000000000000001', '0.12'],
  ['0.33999999999999997', '0.34'],
  ['0.12345678', '0.12345678'],
  ['1.50', '1.50'],
  ['0.0000000123456789012', '1.2345679e-8'],
  ['123456.78901234567', '123456.79'],
  ['18446744073709551615', '18446744073709551615'],
])('shortens a number of very many digits, but no whole one: %s', (written, shown) => {
  expect(shortText(new LosslessNumber(written))).toBe(shown);
});

it('shows short numbers, and keeps the exact ones for copies', () => {
  const strengths = [new LosslessNumber('0.12000000000000001')];
  const lora = { nodeId: '1', input: 'lora_name', name: 'gouache_v2.safetensors', strengths };
  expect([shortLoraText(lora), loraText(lora)]).toEqual(['gouache_v2 0.12', 'gouache_v2 0.12000000000000001']);
  const inputs = read({
    ...SDXL_REFINER,
    ...Object.fromEntries(
      Object.entries(SDXL_REFINER).map(([id, node]) => [
        id,
        'cfg' in node.inputs ? { ...node, inputs: { ...node.inputs, cfg: 0.1 + 0.2 } } : node,
      ]),
    ),
  });
  expect(settingRows(inputs)).toContainEqual(
    expect.objectContaining({ label: 'CFG', text: '0.30000000000000004', short: '0.3' }),
  );
  expect(mainTexts(inputs)).toContainEqual({ key: 'cfg', text: 'cfg 0.3' });
});

it('lists no change that has a row of its own', () => {
  const names = otherChanges(read(IMAGE_TO_IMAGE)).flatMap(({ values }) => values.map(({ input }) => input));
  expect(names).toEqual(expect.arrayContaining(['steps', 'width', 'filename_prefix']));
  for (const shown of ['text', 'ckpt_name', 'seed', 'image']) expect(names).not.toContain(shown);
});
