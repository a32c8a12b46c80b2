import { expect, it } from 'vitest';
import { isOlderComfyui } from './comfyui-version';

it.each([
  ['0.3.64', '0.3.70'],
  ['0.3.9', '0.3.10'],
  ['0.3.76', '0.4.0'],
  ['0.39', '0.39.1'],
  ['v0.3.64-12-g1a2b3c', '0.3.65'],
  ['0.43.0', '1.0'],
])('%s is older than %s', (version, needed) => {
  expect(isOlderComfyui(version, needed)).toBe(true);
  expect(isOlderComfyui(needed, version)).toBe(false);
});

it.each([
  ['0.3.70', '0.3.70'],
  ['0.39.0', '0.39'],
  ['0.39', '0.39.0'],
  ['0.3.70-dev', '0.3.70'],
  ['nightly', '0.3.70'],
  ['0.3.70', 'latest'],
  ['1234567.1', '0.3.70'],
  ['3', '4'],
  [null, '0.3.70'],
  [undefined, '0.3.70'],
  ['0.3.70', null],
  ['', ''],
])('%s is not known to be older than %s', (version, needed) => {
  expect(isOlderComfyui(version, needed)).toBe(false);
});
