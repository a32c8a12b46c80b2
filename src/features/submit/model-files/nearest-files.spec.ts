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

it.each([
  ['t5xxl_fp16.safetensors', 'sd3/t5xxl_fp8_e4m3fn_scaled.safetensors'],
  ['umt5_xxl_fp8_e4m3fn_scaled.safetensors', 'umt5_xxl_fp16.safetensors'],
  ['qwen_image_fp8_e4m3fn.safetensors', 'qwen_image_bf16.safetensors'],
  ['z_image_turbo_bf16.safetensors', 'z-image-turbo-fp8-e4m3fn.safetensors'],
  ['flux1-dev.safetensors', 'flux1-dev-Q4_K_S.gguf'],
  ['v1-5-pruned.ckpt', 'v1-5-pruned-emaonly-fp16.safetensors'],
])('%s is offered as the same model %s', (missing, file) => {
  expect(nearestFiles(missing, ['clip_l.safetensors', file, 'ae.safetensors'])).toEqual([file]);
});

it('come in the order of their likeness: the name itself, another precision, a variant', () => {
  const files = ['qwen_image_edit.safetensors', 'qwen_image_bf16.safetensors', 'xl/qwen_image.safetensors'];
  expect(nearestFiles('qwen_image.safetensors', files)).toEqual(files.toReversed());
});

it('of a name that only tells a precision are none', () => {
  expect(nearestFiles('-fp16.safetensors', ['-fp8.safetensors'])).toEqual([]);
});

it('are at most three', () => {
  const files = Array.from({ length: 9 }, (_, index) => `model_v${index}.safetensors`);
  expect(nearestFiles('model_v.safetensors', files)).toHaveLength(3);
});
