import { expect, it } from 'vitest';
import { nearestFiles } from './nearest-files';

const FILES = [
  'xl/sd_xl_base_1.0.safetensors',
  'sd_xl_base_1.0_0.9vae.safetensors',
  'sd_xl_refiner_1.0.safetensors',
  'flux/flux1-dev.safetensors',
  'flux/flux1-schnell.safetensors',
  'v1-5-pruned-emaonly.ckpt',
];

it.each([
  [
    'another folder',
    'sd_xl_base_1.0.safetensors',
    ['xl/sd_xl_base_1.0.safetensors', 'sd_xl_base_1.0_0.9vae.safetensors'],
  ],
  ['another format and spelling', 'SD1.5\\V1-5 Pruned EMAonly.safetensors', ['v1-5-pruned-emaonly.ckpt']],
  ['a typo', 'flux1-dve.safetensors', ['flux/flux1-dev.safetensors']],
  ['a variant', 'flux1-dev-fp8.safetensors', ['flux/flux1-dev.safetensors']],
  ['nothing alike', 'wan2.2_t2v.safetensors', []],
  ['no name', '', []],
])('a file with %s', (_what, missing, expected) => {
  expect(nearestFiles(missing, FILES)).toEqual(expected);
});

it('are at most three', () => {
  const files = Array.from({ length: 9 }, (_, index) => `model_v${index}.safetensors`);
  expect(nearestFiles('model_v.safetensors', files)).toHaveLength(3);
});
